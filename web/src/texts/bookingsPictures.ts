/** The pictures of what can be booked, for who manages it. */
export const bookablePictureTexts = {
  title: 'Bilder',
  lead: 'Den första syns i listor, alla på sidan där man bokar. Högst 8 bilder: JPEG, PNG eller WebP, högst 10 MB var.',
  none: 'Inga bilder än.',
  add: 'Lägg till bild',
  full: 'Det finns redan 8 bilder. Ta bort en för att lägga till en annan.',
  picture: (n: number) => `Bild ${n}`,
  alt: 'Vad visar bilden?',
  altHint: 'Läses upp för den som inte ser bilden.',
  save: 'Spara beskrivningen',
  saved: 'Bildens beskrivning är sparad',
  earlier: 'Flytta fram',
  later: 'Flytta bak',
  remove: 'Ta bort',
  removed: 'Bilden är borttagen',
  of: (act: string, n: number) => `${act}: bild ${n}`,
  conflict: 'Någon annan har ändrat resursen. Bilderna visas nu som de är.',
};
