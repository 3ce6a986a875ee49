export const searchTexts = {
  label: 'Sök',
  placeholder: 'Sök händelse, plats eller arrangör...',
  open: 'Öppna sökningen',
  close: 'Stäng sökningen',
  results: 'Sökförslag',
  count: (n: number) => (n === 1 ? '1 förslag' : `${n} förslag`),
  none: (q: string) => `Inget hittades för ”${q}”.`,
  failed: 'Sökningen svarar inte just nu. Försök igen om en stund.',
  all: (q: string) => `Visa alla träffar för ”${q}”`,
  title: 'Sök',
  start: 'Skriv vad du letar efter: en person, en organisation, en ort eller en dag.',
  submit: 'Sök',
};

/** Headings of the groups, by the type of what was found. */
const typeLabels: Record<string, string> = {
  tatort: 'Orter',
  kommun: 'Kommuner',
  kommunplaceholder: 'Kommuner',
  nameday: 'Namnsdagar',
  holiday: 'Helgdagar',
  themeday: 'Temadagar',
  eves: 'Aftnar',
  flagdays: 'Flaggdagar',
  unday: 'FN-dagar',
  person: 'Personer',
  company: 'Företag',
  association: 'Föreningar',
  school: 'Skolor',
  region: 'Regioner',
  tourism_agency: 'Turistbyråer',
  embassy: 'Ambassader',
  government: 'Myndigheter',
};

export const suggestionTypeLabel = (type: string): string => typeLabels[type] ?? 'Övrigt';
