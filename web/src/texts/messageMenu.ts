/** What one does with a message. */
export const messageMenuTexts = {
  removeTitle: 'Ta bort meddelandet?',
  removeText: 'Texten tas bort för alla och går inte att få tillbaka.',
  copyText: 'Kopiera text',
  copyLink: 'Kopiera länk',
  copied: 'Kopierat',
  quote: 'Citera',
};
