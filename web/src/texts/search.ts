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
  start: 'Skriv vad du letar efter: en person, en organisation, en händelse, en ort eller en dag.',
  submit: 'Sök',
};
