/** The calendar: its views, calendars and events. */

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const calendarTexts = {
  title: 'Kalender',
  views: { month: 'Månad', week: 'Vecka', day: 'Dag', agenda: 'Agenda', year: 'År' },
  viewList: 'Vyer',
  today: 'I dag',
  previous: {
    month: 'Föregående månad',
    week: 'Föregående vecka',
    day: 'Föregående dag',
    agenda: 'Föregående 30 dagar',
    year: 'Föregående år',
  },
  next: {
    month: 'Nästa månad',
    week: 'Nästa vecka',
    day: 'Nästa dag',
    agenda: 'Nästa 30 dagar',
    year: 'Nästa år',
  },
  week: (week: number) => `vecka ${week}`,
  weekShort: (week: number) => `v. ${week}`,
  weekHead: 'V.',
  print: 'Skriv ut',
  create: 'Ny händelse',
  createOn: (day: string) => `Ny händelse ${day}`,
  showDay: 'Visa dagen',
  allDay: 'Hela dagen',
  more: (n: number) => `${n} till`,
  moreOn: (n: number, day: string) => `${n} till ${day}`,
  events: (n: number) => (n === 0 ? 'inga händelser' : many(n, 'händelse', 'händelser')),
  nothing: 'Inga händelser',
  nothingOn: (day: string) => `Inga händelser ${day}`,
  nothingAhead: 'Inga händelser de här dagarna',
  nothingAheadText: 'Det du eller dina organisationer lägger in visas här.',
  chosenDay: 'Vald dag',
  cancelled: 'Inställd',
  tentative: 'Preliminär',
  now: 'Nu',
  hours: 'Dygnets timmar',
  loading: 'Hämtar händelser …',
  failed: 'Händelserna kunde inte hämtas. Det som visas kan vara gammalt.',
  offline: 'Du är offline. Det du såg senast visas.',
  retry: 'Försök igen',
  login: 'Logga in',
  signIn: 'för att se och lägga in egna händelser.',
  kinds: [
    { label: 'Helgdagar', to: '/helgdagar' },
    { label: 'Aftnar', to: '/aftnar' },
    { label: 'Flaggdagar', to: '/flaggdagar' },
  ],
  almanac: 'Almanackan',
  nameday: 'Namnsdag',
  flagday: 'Flaggdag',
  help: 'Piltangenterna byter dag, Page Up och Page Down byter period, Enter öppnar.',
  calendars: 'Kalendrar',
  showCalendars: 'Kalendrar',
  own: 'Mina kalendrar',
};

export const calendarFormTexts = {
  create: 'Ny kalender',
  createTitle: 'Ny kalender',
  change: (name: string) => `Ändra ${name}`,
  changeTitle: 'Ändra kalendern',
  save: 'Spara',
  name: 'Namn',
  nameMissing: 'Skriv ett namn.',
  owner: 'Vems kalender',
  mine: 'Min egen',
  visibility: 'Vem ser den',
  color: 'Färg',
  colors: {
    '#0b7285': 'Blågrön',
    '#1864ab': 'Blå',
    '#5f3dc4': 'Lila',
    '#a61e4d': 'Rosa',
    '#c92a2a': 'Röd',
    '#b35900': 'Orange',
    '#2b8a3e': 'Grön',
    '#495057': 'Grå',
  } as Record<string, string>,
  remove: 'Ta bort kalendern',
  removeTitle: (name: string) => `Ta bort ${name}?`,
  removeText:
    'Alla händelser i kalendern försvinner, också för dem som ser den. Det går inte att ångra.',
  saved: 'Kalendern har sparats',
  removed: 'Kalendern har tagits bort',
};

export const visibilityTexts = {
  PUBLIC: { label: 'Alla', hint: 'Också den som inte är inloggad.' },
  UNLISTED: { label: 'De som har adressen', hint: 'Syns inte i listor och sökningar.' },
  RESTRICTED: {
    label: 'De som hör till organisationen',
    hint: 'Medlemmar, anställda och liknande.',
  },
  PRIVATE: { label: 'Bara jag', hint: '' },
};
/** Of an organisation's calendar. */
export const privateOfEntity = {
  label: 'De som sköter kalendern',
  hint: 'Ägare och administratörer.',
};

export const eventTexts = {
  open: 'Visa mer',
  ofSeries: 'En i en serie',
  private: 'Bara den som sköter kalendern ser händelsen',
  statuses: { CONFIRMED: 'Bekräftad', TENTATIVE: 'Preliminär', CANCELLED: 'Inställd' },
};
