/** The bar of forms under the composer. */
export const chatFormatTexts = {
  formats: {
    bold: 'Fet',
    italic: 'Kursiv',
    strike: 'Struken',
    code: 'Kod',
    list: 'Punktlista',
    numbers: 'Numrerad lista',
    quote: 'Citat',
  },
  formatHint: (name: string, keys: string) =>
    keys ? `${name} (${keys.replace('Control', 'Ctrl').replace('Shift', 'Skift')})` : name,
};
