/** Something of another area that is put into a message. */
export const shareTexts = {
  title: (what: string) => `Dela ${what}`,
  toMissing: 'Välj var du vill dela.',
  comment: 'Meddelande (valfritt)',
  message: 'Meddelande',
  commentMissing: 'Skriv ett meddelande.',
  send: 'Dela',
  sent: (name: string) => `Delat i ${name}`,
};
