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

/** The page of a municipality. */
export const placeTexts = {
  lead: (county: string) =>
    `Kommun i ${county}. Här står kommande händelser som alla får se och som nämner orten i plats, rubrik eller arrangör.`,
  title: 'På gång',
  empty: 'Inga händelser just nu',
  emptyText: (place: string) =>
    `En händelse som alla får se, med ${place} som plats, hamnar här av sig själv.`,
  search: 'Sök på orten',
  all: 'Evenemang',
};
