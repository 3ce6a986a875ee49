/** A message that is sent on to where others are. */
export const forwardTexts = {
  title: 'Vidarebefordra meddelandet',
  to: 'Till',
  toHint: 'Kanal eller konversation',
  toMissing: 'Välj vart meddelandet ska.',
  comment: 'Kommentar (valfritt)',
  send: 'Vidarebefordra',
  sent: (name: string) => `Vidarebefordrat till ${name}`,
  conversation: 'Konversation',
  original: 'Visa i sammanhang',
  withFiles: (n: number) => (n === 1 ? '1 bifogad fil' : `${n} bifogade filer`),
  seen: 'Det här skickas',
  tooLong: 'Kommentaren är för lång.',
  hint: 'Länken öppnas bara av den som får läsa originalet.',
};
