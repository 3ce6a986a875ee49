/** Everyday things of the chat (contract 3.8): what one keeps, pins, sends later, and how one's list is arranged. */
const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const markTexts = {
  unreadFrom: 'Markera som oläst härifrån',
  unreadDone: 'Markerat som oläst',
  forward: 'Vidarebefordra',
  pin: 'Fäst meddelandet',
  unpin: 'Lossa meddelandet',
  pinned: 'Meddelandet är fäst',
  unpinned: 'Meddelandet är inte längre fäst',
  whoReacted: 'Visa vem som reagerade',
  reactions: 'Reaktioner',
  /** 'Anna, Bo och 3 till'. */
  names: (names: readonly string[], most = 12) => {
    const shown = names.length > most ? names.slice(0, most) : names.slice(0, -1);
    const last = names.length > most ? `${names.length - most} till` : names.at(-1);
    return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} och ${last}`;
  },
};

export const pinTexts = {
  title: 'Fästa meddelanden',
  empty: 'Inget är fäst här',
  emptyHint: 'Det som många behöver hitta igen kan fästas från meddelandets meny.',
  show: 'Visa i sammanhang',
  pinnedAt: (when: string) => `Fäst ${when}`,
};

export const saveTexts = {
  save: 'Spara',
  saveTitle: 'Spara meddelandet',
  saved: 'Sparat',
  savedUntil: (when: string) => `Sparat. Du påminns ${when}`,
  plain: 'Spara utan påminnelse',
  remind: 'Påminn mig',
  remove: 'Ta bort från sparade',
  removed: 'Borttaget från sparade',
  already: 'Meddelandet är sparat.',
  alreadyUntil: (when: string) => `Sparat. Påminnelse ${when}.`,
  own: 'Eget tillfälle …',
  ownTitle: 'Påminn mig',
  when: 'När',
  title: 'Sparade',
  empty: 'Inget sparat än',
  emptyHint:
    'Spara ett meddelande från dess meny, så finns det här. Ingen annan ser vad du sparar.',
  reminder: (when: string) => `Påminnelse ${when}`,
  late: 'Välj en tid som inte har varit.',
};

export const threadListTexts = {
  filter: 'Vilka trådar',
  filters: { unread: 'Olästa', all: 'Alla' },
  empty: { unread: 'Inga olästa trådar', all: 'Inga trådar än' },
  emptyHint: {
    unread: 'Nya svar i trådar du är med i samlas här.',
    all: 'Trådar du har skrivit i eller nämnts i samlas här.',
  },
  of: (name: string) => `Tråd av ${name}`,
  earlier: (n: number) => plural(n, 'tidigare svar', 'tidigare svar'),
  open: 'Öppna tråden',
  read: 'Markera som läst',
  answer: (name: string) => `Svara i tråden av ${name}`,
};

export const momentTexts = {
  hour: 'Om 1 timme',
  tomorrow: (time: string) => `I morgon ${time}`,
  monday: (time: string) => `På måndag ${time}`,
};

export const count = plural;

export const listTexts = {
  list: 'listan',
  menu: (name: string) => `Val för ${name}`,
  read: 'Markera som läst',
  favourite: 'Lägg till i favoriter',
  noFavourite: 'Ta bort från favoriter',
  into: (name: string) => `Flytta till ${name}`,
  intoNew: 'Flytta till ny grupp …',
  outOf: (name: string) => `Ta ut ur ${name}`,
  up: 'Flytta upp',
  down: 'Flytta ner',
  newGroup: 'Ny grupp',
  make: 'Skapa grupp',
  name: 'Gruppens namn',
  nameExample: 'Till exempel Projekt',
  nameMissing: 'Gruppen behöver ett namn.',
  rename: 'Byt namn på gruppen',
  save: 'Spara',
  remove: 'Ta bort gruppen',
  removeTitle: (name: string) => `Ta bort gruppen ${name}?`,
  removeText: 'Kanalerna i den finns kvar i listan. Ingen annan påverkas.',
  removed: 'Gruppen är borttagen',
  renameWorkspace: 'Byt namn på arbetsytan',
  workspaceName: 'Arbetsytans namn',
  workspaceMissing: 'Arbetsytan behöver ett namn.',
  workspaceRenamed: 'Arbetsytan har fått ett nytt namn',
  /** As specified, where the answer does not say why. */
  workspaceFailed: 'Update failed',
  readAll: 'Markera allt som läst',
  readAllTitle: 'Markera allt som läst?',
  readAllText: (name: string) =>
    `Alla kanaler och trådar i ${name} räknas som lästa. Det går inte att ångra.`,
  readAllAction: 'Markera som läst',
  readAllDone: 'Allt är markerat som läst',
};

export const ownTexts = {
  more: 'Öppna',
  inThread: (name: string) => `Tråd i ${name}`,
  gone: 'Kanalen går inte att läsa längre',
  drafts: 'Utkast',
  noDrafts: 'Inga utkast',
  noDraftsHint: 'Det du börjar skriva men inte skickar finns kvar här, på alla dina enheter.',
  dropDraft: 'Ta bort utkastet',
  dropTitle: 'Ta bort utkastet?',
  dropText: 'Texten tas bort från alla dina enheter.',
  dropped: 'Utkastet är borttaget',
  onDevice: 'Bara på den här enheten',
};

export const laterTexts = {
  later: 'Skicka senare',
  title: 'Skickas senare',
  own: 'Eget tillfälle …',
  show: 'Visa schemalagda',
  planned: (when: string) => `Skickas ${when}`,
  empty: 'Inget väntar på att skickas',
  emptyHint: 'Skriv ett meddelande och välj Skicka senare bredvid Skicka.',
  edit: 'Ändra',
  editTitle: 'Ändra meddelandet',
  text: 'Meddelande',
  save: 'Spara',
  sendNow: 'Skicka nu',
  sendTitle: 'Skicka meddelandet nu?',
  sendText: 'Det skickas på en gång och lämnar listan.',
  sendExtra: 'Det skickas en extra gång nu. Upprepningen fortsätter som planerat.',
  sent: 'Meddelandet är skickat',
  remove: 'Ta bort',
  removeTitle: 'Ta bort meddelandet?',
  removeText: 'Det skickas inte, och texten går inte att få tillbaka.',
  removeSeries: 'Det skickas inte fler gånger, och texten går inte att få tillbaka.',
  removed: 'Meddelandet skickas inte',
  /** Why it could not be sent, by the server's code. */
  refused: (code: string) =>
    `Kunde inte skickas. ${REASONS[code] ?? 'Välj en ny tid, eller ta bort det.'}`,
};

const REASONS: Record<string, string> = {
  ACCESS_DENIED: 'Du har inte längre tillgång till kanalen.',
  READ_ONLY_ROLE: 'Du kan läsa i kanalen men inte skriva.',
  READ_ONLY_CHANNEL: 'Bara moderatorer får skriva i kanalen.',
  ARCHIVED: 'Kanalen är arkiverad.',
  BLOCKED: 'Det går inte att skriva i konversationen.',
};
