/** What people do with an event that they see: like, keep, share, react, be reminded. */

const counted = (label: string, n: number) => (n > 0 ? `${label} (${n})` : label);

export const engagementTexts = {
  label: 'Gör något med händelsen',
  like: (n: number) => counted('Gilla', n),
  attend: (n: number) => counted('Kommer', n),
  bookmark: (n: number) => counted('Bokmärk', n),
  share: (n: number) => counted('Dela', n),
  copied: 'Adressen är kopierad',
  copyFailed: 'Det gick inte att kopiera. Kopiera adressen i webbläsarens adressfält.',
  sharers: (n: number) => (n === 1 ? 'Delad av en person' : `Delad av ${n} personer`),
  reactions: 'Reaktioner',
  react: 'Lägg till reaktion',
  reaction: (emoji: string, n: number) => `${emoji} ${n}`,
  save: 'Spara i min kalender',
  saved: 'Händelsen har sparats till din privata kalender',
  open: 'Visa',
  republish: 'Publicera i …',
  republishTitle: 'Publicera i en kalender',
  republishText: 'Händelsen läggs också in i kalendern, så att alla som följer den ser den.',
  republishTo: 'Kalender',
  doRepublish: 'Publicera',
  noPublic: 'Du har ingen publik kalender att publicera i.',
  republished: 'Händelsen har återpublicerats i din publika kalender!',
};

/** Lists of events. */
export const eventListTexts = {
  over: 'Har varit',
};

export const bookmarkTexts = {
  title: 'Bokmärkta händelser',
  lead: 'Det du har bokmärkt, senast först. Bara du ser listan.',
  list: 'Bokmärkta händelser, senast först',
  calendar: 'Till kalendern',
  remove: (title: string) => `Ta bort bokmärket för ${title}`,
  removed: 'Bokmärket är borttaget',
  undo: 'Ångra',
  empty: 'Inga bokmärken än',
  emptyText: 'Öppna en händelse och välj Bokmärk, så hittar du den igen här.',
  find: 'Hitta evenemang',
};

/** What organisations show to everybody. */
export const promotedTexts = {
  title: 'Evenemang på gång',
  list: 'Evenemang, närmast först',
  all: 'Alla evenemang',
  shown: (n: number) => (n === 1 ? '1 evenemang' : `${n} evenemang`),
  empty: 'Inga evenemang just nu',
  emptyText: 'När en organisation lyfter fram en händelse som alla får se står den här.',
  stale: 'Listan kan vara gammal: den gick inte att hämta på nytt.',
  retry: 'Försök igen',
  promote: 'Lyft fram',
  demote: 'Sluta lyfta fram',
  promoted: 'Händelsen visas nu bland evenemangen och på startsidan',
  demoted: 'Händelsen lyfts inte fram längre',
};

export const comingTexts = {
  title: 'På gång',
  of: (name: string) => `På gång hos ${name}, närmast först`,
};

export const reminderTexts = {
  title: 'Påminnelser',
  /** Of all events of which nothing else is said. */
  usual: 'Påminnelser om händelser',
  usualText: 'Gäller händelser som du kommer till, om du inte har valt något annat för dem.',
  which: 'När vill du bli påmind?',
  kinds: {
    usual: { label: 'Som vanligt', hint: 'Enligt dina inställningar.' },
    custom: { label: 'Egna för den här händelsen', hint: '' },
    none: { label: 'Inga påminnelser', hint: '' },
  },
  settings: 'Ändra vad som är vanligt',
  times: 'Tider',
  reminderAtStart: 'När den börjar',
  reminder5Min: '5 minuter innan',
  reminder15Min: '15 minuter innan',
  reminder30Min: '30 minuter innan',
  reminder1Hour: '1 timme innan',
  reminder2Hours: '2 timmar innan',
  reminder1Day: '1 dag innan',
  reminder1Week: '1 vecka innan',
  ofSeries: 'Gäller alla tillfällen i serien.',
  saved: 'Sparat',
};
