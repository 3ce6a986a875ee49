/** The feed: /feed, /inlagg/{uuid}, and what is said about posts. */

/** As specified: what is said for three seconds. */
export const feedSaid = {
  updated: 'Inlägget har uppdaterats',
  published: 'Inlägget har publicerats',
  removed: 'Inlägget har tagits bort',
  commented: 'Kommentaren har publicerats',
  reposted: 'Inlägget har ompublicerats',
  repostedUnseen: 'Ompubliceringen lyckades men kunde inte laddas',
};

/** The same, of what went wrong. */
export const feedFailed = {
  update: 'Kunde inte uppdatera inlägget',
  publish: 'Kunde inte publicera inlägget',
  remove: 'Kunde inte ta bort inlägget',
  like: 'Kunde inte gilla inlägget',
  unlike: 'Kunde inte sluta gilla inlägget',
  load: 'Kunde inte ladda inlägget',
  loadComments: 'Kunde inte ladda kommentarer',
  comment: 'Kunde inte publicera kommentaren',
  repost: 'Kunde inte ompublicera inlägget',
  alreadyReposted: 'Du har redan ompublicerat detta inlägg',
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

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const feedTexts = {
  title: 'Upptäck',
  sections: 'Delar av flödet',
  tabs: { home: 'Hem', public: 'Offentligt', mine: 'Mina' },
  posts: 'Inlägg',
  postsOf: (name: string) => `Inlägg från ${name}`,
  topic: (topic: string) => `#${topic}`,
  fresh: (n: number) => `Visa ${many(n, 'nytt inlägg', 'nya inlägg')}`,
  empty: {
    home: {
      title: 'Här är det tomt än',
      text: 'Här samlas inlägg från dina kontakter och från dem du följer. Skriv det första, eller se vad som är offentligt.',
    },
    public: { title: 'Inga offentliga inlägg än', text: 'Det första kan vara ditt.' },
    mine: {
      title: 'Du har inte skrivit något än',
      text: 'Det du skriver i ditt eget namn samlas här.',
    },
    person: 'Inga inlägg som du kan se.',
    everybody: 'Inga inlägg för alla än.',
    topic: {
      title: 'Inget om det ämnet',
      text: 'Det finns inga offentliga inlägg om ämnet som du kan se.',
    },
  },
  atom: 'Följ som Atom-flöde',
  toPublic: 'Se offentliga inlägg',
  findPeople: 'Hitta personer',
  toFeed: 'Till flödet',
  toStart: 'Till startsidan',
  goneTitle: 'Inlägget finns inte',
  gone: 'Det kan vara borttaget, eller inte till för dig.',
  signIn: 'Logga in för att gilla och kommentera',
};

export const audienceTexts: Record<
  'PUBLIC' | 'FOLLOWERS' | 'CONTACTS' | 'ENTITY_MEMBERS',
  { label: string; hint: string }
> = {
  PUBLIC: { label: 'Alla', hint: 'Alla kan läsa, också utan konto' },
  FOLLOWERS: { label: 'Följare', hint: 'De som följer kan läsa' },
  CONTACTS: { label: 'Kontakter', hint: 'Bara mina kontakter kan läsa' },
  ENTITY_MEMBERS: { label: 'Medlemmar', hint: 'Bara organisationens medlemmar kan läsa' },
};

export const postTexts = {
  /** Heard as the post's name. */
  by: (name: string) => `Inlägg av ${name}`,
  for: 'Kan läsas av:',
  edited: 'Redigerat',
  /** For its author and who moderates. */
  hidden: 'Dolt av en moderator',
  writtenBy: (name: string) => `Skrivet av ${name}`,
  repostedBy: 'ompublicerade',
  removedNow: 'Inlägget finns inte längre.',
  originalGone: 'Inlägget som ompublicerades finns inte längre.',
  like: 'Gilla',
  likes: (n: number) => many(n, 'gillar', 'gillar'),

  comments: (n: number) => many(n, 'kommentar', 'kommentarer'),
  repost: 'Ompublicera',
  reposts: (n: number) => many(n, 'ompublicering', 'ompubliceringar'),
  more: (name: string) => `Fler val för inlägget av ${name}`,
  open: 'Öppna inlägget',
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
  picture: (n: number, of: number) => `Bild ${n} av ${of}`,
  showPicture: (what: string) => `Visa bilden större: ${what}`,
  pictures: 'Bilder',
  previous: 'Föregående bild',
  next: 'Nästa bild',
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
  open: 'Vad vill du dela?',
  title: 'Nytt inlägg',
  text: 'Inläggets text',
  placeholder: 'Skriv något. Nämn någon med @ och ett ämne med #.',
  offer: 'Vad erbjuder ni, och till när?',
  as: 'I vems namn',
  audience: 'Vem kan läsa',
  me: (name: string) => `${name} (jag)`,
  pictures: 'Bilder',
  addPicture: 'Lägg till bilder',
  picture: 'Bild',
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
