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
  /** The link to all days of a kind; the names of some are abbreviations. */
  all: {
    holiday: 'Alla helgdagar',
    eves: 'Alla aftnar',
    themeday: 'Alla temadagar',
    flagdays: 'Alla flaggdagar',
    unday: 'Alla FN-dagar',
    nameday: 'Alla namnsdagar',
  },
  source: (source: string) => `Källa: ${source}`,
  unknown: 'Dagen finns inte i almanackan',
  unknownText: 'Adressen kan vara fel. Sök efter dagen, eller se alla av samma slag.',
} as const;
