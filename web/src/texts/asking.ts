/** What a message asks of its readers (contract 3.3, 3.8): to confirm it, or to vote. */
const plural = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const announceTexts = {
  importantHint: 'Meddelandet märks ut för alla i kanalen.',
  requestHint: 'Alla i kanalen ombeds bekräfta att de har läst.',
  confirm: 'Bekräfta',
  confirmed: 'Du har bekräftat',
  failed: 'Bekräftelsen kom inte fram.',
  count: (acked: number, audience: number | null) =>
    audience === null ? `${acked} har bekräftat` : `${acked} av ${audience} har bekräftat`,
  title: 'Bekräftelser',
  groups: {
    acked: 'Har bekräftat',
    read: 'Har läst men inte bekräftat',
    waiting: 'Har inte bekräftat',
  },
  groupHint: 'Den som inte visar hur långt hen har läst står bland dem som inte har bekräftat.',
  nobody: 'Ingen',
  remind: 'Påminn de som inte svarat',
  reminded: (n: number) =>
    n === 0 ? 'Alla har redan bekräftat' : `${plural(n, 'person', 'personer')} påminns`,
  lastReminded: (when: string) => `Påminda ${when}`,
};

export const pollTexts = {
  make: 'Omröstning',
  title: 'Ny omröstning',
  question: 'Fråga',
  questionExample: 'Till exempel Vilken dag passar?',
  options: 'Alternativ',
  option: (n: number) => `Alternativ ${n}`,
  addOption: 'Lägg till alternativ',
  dropOption: (n: number) => `Ta bort alternativ ${n}`,
  multiple: 'Flera val',
  multipleHint: 'Var och en får välja mer än ett alternativ.',
  anonymous: 'Anonym',
  anonymousHint: 'Ingen ser vem som har valt vad, inte heller du.',
  closesOn: 'Stänger vid en tidpunkt',
  closesHint: 'Annars går det att rösta hela tiden.',
  closes: 'Stänger',
  send: 'Skicka omröstningen',
  questionMissing: 'Skriv en fråga.',
  optionsMissing: 'Skriv minst två alternativ.',
  optionTwice: 'Två alternativ är lika.',
  votes: (n: number) => plural(n, 'röst', 'röster'),
  voters: (n: number) => plural(n, 'har röstat', 'har röstat'),
  part: (percent: number) => `${percent} %`,
  mine: 'ditt val',
  chooseOne: 'Välj ett alternativ',
  chooseMany: 'Välj ett eller flera alternativ',
  isAnonymous: 'Anonym',
  closed: 'Stängd',
  closesAt: (when: string) => `Stänger ${when}`,
  who: 'Visa vem som röstat',
  whoTitle: 'Vem som röstat',
  others: (n: number) => `${n} till`,
  failed: 'Rösten kom inte fram.',
};

/** Who can when: a poll whose options are times. */
export const whenTexts = {
  make: 'Vem kan när?',
  title: 'Vem kan när?',
  questionExample: 'Till exempel Föräldramöte i klass 4B',
  options: 'Tider att välja på',
  option: (n: number) => `Tid ${n}`,
  add: 'Lägg till tid',
  drop: (n: number) => `Ta bort tid ${n}`,
  length: 'Hur länge',
  minutes: (n: number) => {
    if (n < 60) return `${n} minuter`;
    const hours = (n / 60).toLocaleString('sv');
    return n === 60 ? '1 timme' : `${hours} timmar`;
  },
  missing: 'Ge minst två tider.',
  twice: 'Två tider är lika.',
  past: 'Tiden har redan varit.',
  choose: 'Välj alla tider då du kan',
  makeEvent: 'Gör till händelse',
};
