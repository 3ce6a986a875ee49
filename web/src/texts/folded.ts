/** What somebody whom one has blocked writes where both are. */
export const foldedTexts = {
  line: 'Meddelande från någon du har blockerat',
  show: 'Visa ändå',
};
