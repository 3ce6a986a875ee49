/** Tasks and the chat: one that is made of a message, one as a card, and the word of the composer. */
export const makeTaskTexts = {
  title: 'Gör till uppgift',
  line: 'Uppgift',
  lineHint: 'Datum, !hög och #etikett i raden blir egna fält.',
  missing: 'Skriv vad som ska göras.',
  tooLong: 'Titeln får ha högst 200 tecken.',
  understood: (words: string) => `Tolkas som: ${words}`,
  offer: (when: string) => `Lägg till: ${when}`,
  belongs: 'Hör till',
  own: 'Bara mig',
  seenByOrganisation: (name: string) => `Syns för alla som får handla för ${name}.`,
  seenByFew: 'Syns för dig och dem som är tilldelade.',
  show: { channel: 'Visa i kanalen', conversation: 'Visa i konversationen' },
  showHint: 'Den som inte får se uppgiften ser bara att den inte delas med hen.',
  save: 'Skapa uppgiften',
  created: (title: string) => `Tillagd: ${title}`,
  shown: (title: string) => `Tillagd och visad: ${title}`,
  notShown: 'Uppgiften är skapad, men kunde inte visas.',
  showAgain: 'Försök igen',
  loading: 'Hämtar …',
};

export const taskCardTexts = {
  gone: 'Uppgiften finns inte längre eller delas inte med dig.',
};

export const taskWordTexts = {
  missing: 'Skriv vad som ska göras, till exempel /uppgift ring Karin i morgon 15.',
  added: (title: string, words: string) =>
    words ? `Tillagd: ${title}. ${words}` : `Tillagd: ${title}`,
  undo: 'Ångra',
  removed: (title: string) => `Borttagen: ${title}`,
};
