/** What is said and asked about posts and comments once somebody does something with them. */

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

/** As specified: what is said for three seconds. */
export const feedSaid = {
  updated: 'Inlägget har uppdaterats',
  published: 'Inlägget har publicerats',
  removed: 'Inlägget har tagits bort',
  commented: 'Kommentaren har publicerats',
  reposted: 'Inlägget har ompublicerats',
  repostedUnseen: 'Ompubliceringen lyckades men kunde inte laddas',
};

/** Of comments, in the same manner. */
export const commentSaid = {
  updated: 'Kommentaren har uppdaterats',
  removed: 'Kommentaren har tagits bort',
};
export const commentFailed = {
  update: 'Kunde inte uppdatera kommentaren',
  remove: 'Kunde inte ta bort kommentaren',
  like: 'Kunde inte gilla kommentaren',
  unlike: 'Kunde inte sluta gilla kommentaren',
};

/** The menu of a post, and its dialogs. */
export const postDoing = {
  more: (name: string) => `Fler val för inlägget av ${name}`,
  copy: 'Kopiera länk',
  copied: 'Länken är kopierad',
  edit: 'Redigera',
  remove: 'Ta bort',
  removeTitle: 'Ta bort inlägget?',
  removeText: 'Inlägget försvinner med sina kommentarer. Det går inte att ångra.',
  editTitle: 'Redigera inlägget',
  save: 'Spara',
  movedOn:
    'Inlägget har ändrats sedan du öppnade det. Stäng och öppna det igen för att se hur det är nu.',
  repostTitle: 'Ompublicera inlägget',
  repostComment: 'Dina egna ord (frivilligt)',
};

export const commentTexts = {
  list: 'Kommentarer',
  write: 'Skriv en kommentar',
  reply: 'Svara',
  replyTo: (name: string) => `Svara ${name}`,
  send: 'Publicera',
  as: (name: string) => `Du kommenterar som ${name}`,
  more: 'Visa fler kommentarer',
  replies: (n: number) => `Visa ${many(n, 'svar', 'svar')}`,
  hideReplies: 'Dölj svar',
  moreReplies: 'Visa fler svar',
  none: 'Inga kommentarer än.',
  removed: 'Kommentaren har tagits bort.',
  /** For who wrote it. */
  hidden: 'Dold av en moderator',
  menu: (name: string) => `Fler val för kommentaren av ${name}`,
  editField: 'Redigera kommentaren',
  removeTitle: 'Ta bort kommentaren?',
  removeText: 'Det går inte att ångra.',
  like: (name: string) => `Gilla kommentaren av ${name}`,
};

export const composerTexts = {
  title: 'Nytt inlägg',
  text: 'Inläggets text',
  placeholder: 'Skriv något. Nämn någon med @ och ett ämne med #.',
  offer: 'Vad erbjuder ni, och till när?',
  as: 'Publicera som',
  audience: 'Vem kan läsa',
  me: (name: string) => `${name} (jag)`,
  pictures: 'Bilder',
  addPicture: 'Lägg till bilder',
  tooMany: 'Ett inlägg har högst 10 bilder.',
  uploading: (name: string) => `${name} skickas`,
  alt: (n: number) => `Beskriv bild ${n}`,
  altHint: 'För den som inte ser bilden.',
  earlier: (n: number) => `Flytta bild ${n} ett steg framåt`,
  later: (n: number) => `Flytta bild ${n} ett steg bakåt`,
  removePicture: (n: number) => `Ta bort bild ${n}`,
  again: 'Försök igen',
  moved: (n: number) => `Bilden är nu nummer ${n}.`,
  publish: 'Publicera',
  cancel: 'Avbryt',
  close: 'Stäng och spara utkastet',
  draft: 'Utkastet är sparat på den här enheten.',
  left: (n: number) => (n >= 0 ? `${n} tecken kvar` : `${-n} tecken för långt`),
  suggestions: 'Förslag på namn',
};
