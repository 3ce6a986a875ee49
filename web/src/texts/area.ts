export const listTexts = {
  more: 'Visa fler',
  /** Heard when more have come. */
  shown: (n: number) => `${n} visas.`,
  stale: 'Listan kunde inte uppdateras.',
  offline: 'Du är offline. Innehållet hämtas när du är uppkopplad.',
};

export const fieldTexts = {
  date: 'Datum',
  time: 'Klockslag',
  dateHint: 'åååå-mm-dd',
  timeHint: 'tt:mm',
  wrongMoment:
    'Skriv datumet som åååå-mm-dd och klockslaget som tt:mm, till exempel 2026-03-14 och 18:30.',
  previousMonth: 'Föregående månad',
  nextMonth: 'Nästa månad',
  previousYear: 'Föregående år',
  nextYear: 'Nästa år',
  previousDecade: 'Föregående årtionde',
  nextDecade: 'Nästa årtionde',
  nothing: 'Inget hittades',
  searching: 'Söker …',
  failed: 'Sökningen svarar inte just nu.',
  found: (n: number) => (n === 1 ? '1 förslag' : `${n} förslag`),
  person: 'Person',
  organisation: 'Organisation',
};

/** Pictures that are brought into a text. */
export const textPictureTexts = {
  adding: 'Bilden laddas upp …',
  added: 'Bilden är inlagd. Skriv mellan hakparenteserna vad den visar.',
  failed: (message: string) => `Bilden kunde inte laddas upp. ${message}`,
};

export const pictureFieldTexts = {
  choose: 'Välj bild',
  change: 'Byt bild',
  remove: 'Ta bort bilden',
  save: 'Spara bilden',
  cancel: 'Avbryt',
  preview: 'Förhandsvisning av den nya bilden',
  pictureType: 'Bilden behöver vara JPEG, PNG eller WebP.',
  pictureSize: 'Bilden är större än 10 MB.',
};

/** In the menus of whatever people write, and of people themselves. */
export const reportLabel = 'Rapportera';
