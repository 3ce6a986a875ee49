/** Pictures in full view. */
export const pictureTexts = {
  previous: 'Föregående bild',
  next: 'Nästa bild',
  which: (n: number, all: number) => `${n} av ${all}`,
  closer: 'Zooma in',
  farther: 'Zooma ut',
  whole: 'Visa hela bilden',
  download: 'Ladda ner',
};

/** Pictures of something, for who looks after it. */
export const picturesTexts = {
  title: 'Bilder',
  none: 'Inga bilder än.',
  add: 'Lägg till bild',
  full: 'Det finns redan 8 bilder. Ta bort en för att lägga till en annan.',
  alt: 'Vad visar bilden?',
  altHint: 'Läses upp för den som inte ser bilden.',
  save: 'Spara beskrivningen',
  saved: 'Bildens beskrivning är sparad',
  earlier: 'Flytta fram',
  later: 'Flytta bak',
  remove: 'Ta bort',
  removed: 'Bilden är borttagen',
  of: (act: string, n: number) => `${act}: bild ${n}`,
};
