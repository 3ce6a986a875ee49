/** The feed: /feed, /inlagg/{uuid}, and what is said about posts. */

/** As specified: what went wrong, said for three seconds. */
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
  picture: (n: number, of: number) => `Bild ${n} av ${of}`,
  showPicture: (what: string) => `Visa bilden större: ${what}`,
  pictures: 'Bilder',
};

/** The way to a new post. */
export const beginTexts = { open: 'Vad vill du dela?', picture: 'Bild' };
