/** What one does with a message. */
export const messageMenuTexts = {
  reply: 'Svara i tråd',
  edit: 'Redigera',
  keep: 'Spara meddelandet',
  more: 'Fler val',
  actions: 'Åtgärder för meddelandet',
  removeTitle: 'Ta bort meddelandet?',
  removeText: 'Texten tas bort för alla och går inte att få tillbaka.',
  copyText: 'Kopiera text',
  copyLink: 'Kopiera länk',
  copied: 'Kopierat',
  quote: 'Citera',
};
