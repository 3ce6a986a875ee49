/** Days of the year: lists and the page of one day. */
export const almanacTexts = {
  inYear: (year: number) => `Datum ${year}`,
  year: 'År',
  kinds: {
    holiday: 'Helgdagar',
    eves: 'Aftnar',
    themeday: 'Temadagar',
    flagdays: 'Flaggdagar',
    unday: 'FN-dagar',
    nameday: 'Namnsdagar',
  },
  all: (kind: string) => `Alla ${kind.charAt(0).toLocaleLowerCase('sv')}${kind.slice(1)}`,
  source: (source: string) => `Källa: ${source}`,
  unknown: 'Dagen finns inte i almanackan',
  unknownText: 'Den infaller inte det närmaste året, eller så är adressen fel.',
} as const;
