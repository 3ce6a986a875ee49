/** Everyday things of the chat (contract 3.8): what one keeps, pins, sends later, and how one's list is arranged. */
const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const markTexts = {
  unreadFrom: 'Markera som oläst härifrån',
  unreadDone: 'Markerat som oläst',
  pin: 'Fäst i kanalen',
  unpin: 'Lossa från kanalen',
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

export const momentTexts = {
  hour: 'Om 1 timme',
  tomorrow: (time: string) => `I morgon ${time}`,
  monday: (time: string) => `På måndag ${time}`,
};

export const count = plural;
