/** Reports, the queue of who moderates, and what one can say against a decision. */
const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const reportTexts = {
  report: 'Rapportera',
  title: {
    MESSAGE: 'Rapportera meddelandet',
    POST: 'Rapportera inlägget',
    COMMENT: 'Rapportera kommentaren',
    ARTICLE: 'Rapportera artikeln',
    INFOPOINT: 'Rapportera platsen',
    PERSON: 'Rapportera personen',
  },
  text: 'Den som modererar ser vad du rapporterar, varför, och att det är du. Den du rapporterar får inte veta det.',
  reason: 'Varför?',
  reasonMissing: 'Skriv varför du rapporterar.',
  send: 'Rapportera',
  sent: 'Tack, din rapport är skickad. Du får en notis när den är behandlad.',
};

const note = { label: 'Anteckning (frivillig)', hint: 'Står i loggen, för er som modererar.' };

const steps = {
  DISMISS: 'lämnade utan åtgärd',
  HIDE: 'dolde',
  REMOVE: 'tog bort',
  WARN: 'varnade',
  BAN: 'stängde av',
  OBJECT: 'begärde ny prövning av',
  APPROVE: 'godkände',
  REJECT: 'avvisade',
};
const stepWhat = {
  MESSAGE: 'ett meddelande',
  POST: 'ett inlägg',
  COMMENT: 'en kommentar',
  ARTICLE: 'en artikel',
  INFOPOINT: 'en plats',
  PERSON: 'en person',
  WAITING_MESSAGE: 'ett meddelande',
};

export const moderationTexts = {
  title: 'Moderering',
  of: (name: string) => `Moderering – ${name}`,
  open: (n: number) => (n > 99 ? 'Moderering, över 99 väntar' : `Moderering, ${n} väntar`),
  sections: 'Delar av modereringen',
  tabs: { open: 'Öppna', closed: 'Avgjorda', log: 'Logg' },
  list: { OPEN: 'Öppna ärenden', CLOSED: 'Avgjorda ärenden' },
  empty: {
    OPEN: {
      title: 'Inget väntar',
      text: 'Det som rapporteras eller väntar på granskning kommer hit.',
    },
    CLOSED: { title: 'Inget är avgjort än', text: 'Avgjorda ärenden samlas här.' },
    log: { title: 'Loggen är tom', text: 'Varje beslut skrivs här, med vem som fattade det.' },
  },
  what: {
    MESSAGE: 'Meddelande',
    POST: 'Inlägg',
    COMMENT: 'Kommentar',
    ARTICLE: 'Artikel',
    INFOPOINT: 'Plats',
    PERSON: 'Person',
    WAITING_MESSAGE: 'Meddelande som väntar på granskning',
  },
  by: (what: string, name: string) => `${what} av ${name}`,
  person: (name: string) => `Person: ${name}`,
  nobody: 'okänd',
  gone: 'Texten finns inte längre.',
  show: 'Visa i sammanhang',
  reports: (n: number) => many(n, 'rapport', 'rapporter'),
  moreReports: (n: number) => `och ${n} till`,
  objection: (name: string) => `${name} begär ny prövning`,
  acts: {
    DISMISS: 'Lämna utan åtgärd',
    HIDE: 'Dölj',
    REMOVE: 'Ta bort',
    WARN: 'Varna',
    BAN: 'Stäng av',
    APPROVE: 'Godkänn',
    REJECT: 'Avvisa',
  },
  /** Of one case among many. */
  actOn: (act: string, what: string) => `${act}: ${what}`,
  decide: {
    DISMISS: { title: 'Lämna utan åtgärd?', text: 'Det rapporterade står kvar.' },
    HIDE: { title: 'Dölj?', text: 'Bara författaren och ni som modererar ser det sedan.' },
    REMOVE: { title: 'Ta bort?', text: 'Det går inte att ångra.' },
    WARN: { title: 'Varna?', text: 'Författaren får en notis med det du skriver.' },
    BAN: {
      title: 'Stäng av?',
      text: 'Personen lämnar organisationen och kan inte gå med igen förrän ni häver det.',
    },
    REJECT: { title: 'Avvisa meddelandet?', text: 'Det visas inte för någon annan.' },
  },
  notes: {
    DISMISS: note,
    HIDE: note,
    REMOVE: note,
    WARN: { label: 'Vad ska den som varnas läsa? (frivilligt)', hint: 'Står också i loggen.' },
    BAN: note,
    REJECT: { label: 'Skäl (frivilligt)', hint: 'Författaren får läsa det.' },
  },
  decided: 'Beslutet är fattat',
  already: 'Någon annan har redan avgjort ärendet.',
  alreadyAs: (outcome: string, name: string) =>
    `Någon annan har redan avgjort ärendet: ${outcome.toLocaleLowerCase('sv')} av ${name}.`,
  alreadyWaiting: 'Någon annan har redan granskat meddelandet.',
  outcomes: {
    DISMISSED: 'Utan åtgärd',
    HIDDEN: 'Dolt',
    REMOVED: 'Borttaget',
    WARNED: 'Varning',
    BANNED: 'Avstängd',
  },
  outcomeBy: (outcome: string, name: string, when: string) => `${outcome}, av ${name} ${when}`,
  log: 'Logg',
  csv: 'Hämta som CSV',
  author: 'Författaren',
  /** `of`: whose it is, where that is known. */
  step: (who: string, action: keyof typeof steps, what: keyof typeof stepWhat, of?: string) => {
    const did = `${who} ${steps[action]}`;
    if (what === 'PERSON') return `${did} ${of ?? stepWhat.PERSON}`;
    if (action === 'WARN' || action === 'BAN')
      return `${did} ${of ?? stepWhat.PERSON} för ${stepWhat[what]}`;
    return `${did} ${stepWhat[what]}${of ? ` av ${of}` : ''}`;
  },
  refusedTitle: 'Du modererar inte här',
  refused:
    'Sidan är till för den som äger eller administrerar organisationen, eller modererar dess kanaler.',
  toStart: 'Till startsidan',
};

export const ownCaseTexts = {
  title: 'Ett beslut om något du skrivit',
  titlePerson: 'Ett beslut om ditt konto',
  outcomes: {
    DISMISSED: 'Beslutet är att inget görs.',
    HIDDEN: 'Det har dolts. Du ser det själv, men ingen annan gör det.',
    REMOVED: 'Det har tagits bort.',
    WARNED: 'Du har fått en varning.',
    BANNED: 'Du har stängts av från organisationen.',
  },
  waiting: 'Ärendet väntar på ett nytt beslut.',
  yours: 'Det du skrev',
  gone: 'Texten finns inte längre.',
  show: 'Visa i sammanhang',
  object: 'Begär ny prövning',
  objectText: 'Tycker du att beslutet är fel? Du kan begära att det prövas igen, en gång.',
  why: 'Varför är beslutet fel?',
  whyMissing: 'Skriv varför beslutet är fel.',
  send: 'Begär ny prövning',
  sent: 'Din begäran är skickad',
  already: 'Du har redan begärt att beslutet prövas igen.',
  said: 'Din begäran',
  noneTitle: 'Ärendet finns inte',
  none: 'Det kan vara avslutat, eller inte ditt.',
};
