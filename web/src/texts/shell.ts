export const shellTexts = {
  product: 'Kalender',
  tagline: 'För en Enklare vardag.',
  copyright: '© 2025 Kalender',
  skip: 'Hoppa till innehållet',
  home: 'Kalender, till startsidan',
  homeOf: (name: string) => `Kalender, till ${name}`,
  mainNavigation: 'Huvudmeny',
  feed: 'Upptäck',
  messages: 'Meddelanden',
  chat: 'Chat',
  calendar: 'Kalender',
  me: 'Jag',
  bottomBar: 'Snabbmeny',
  contacts: 'Kontakter',
  contactRequests: (count: number) => (count > 0 ? `Kontakter, ${count} väntar` : 'Kontakter'),
  notifications: 'Notiser',
  create: 'Skapa',
  search: 'Sök',
  myProfile: 'Min profil',
  calendarReset: 'Återställ kalendern',
  menus: 'Menyer',
  linkBar: 'Genvägar',
  showLinkBar: 'Visa genvägar överst',
  support: 'Support',
  supportLine: 'Supporttelefon',
  social: 'Sociala medier',
  versions: 'Versioner',
  stamps: { frontend: 'Webb', backend: 'Server', auth: 'Inloggning', images: 'Bilder' },
  unknownVersion: 'okänd',
  unread: (count: number) => (count === 1 ? '1 oläst' : `${count} olästa`),
  login: 'Logga in',
  signup: 'Skapa konto',
  logout: 'Logga ut',
  logoutFailed: 'Det gick inte att logga ut. Försök igen.',
  settings: 'Inställningar',
  account: 'Konto och inställningar',
  moreOrganisations: (count: number) => `+${count} fler organisationer`,
  createOrganisation: '+ Skapa organisation',
  menu: 'Meny',
  openMenu: 'Öppna menyn',
  sections: {
    '': 'Start',
    start: 'Start',
    kontakter: 'Kontakter',
    notifications: 'Notiser',
    settings: 'Inställningar',
    kalender: 'Kalender',
    calendar: 'Kalender',
    klyftig: 'Klyftig',
    family: 'Familj',
    search: 'Sök',
    sok: 'Sök',
    bookings: 'Bokningar',
    cre: 'Skapa organisation',
    docs: 'Dokumentation',
  } as Record<string, string>,
  personal: {
    calendar: 'Min kalender',
    organisations: 'Mina organisationer',
    klyftig: 'Klyftig',
  },
  closeMenu: 'Stäng menyn',
  loading: 'Laddar …',
  colourScheme: 'Utseende',
  schemes: { light: 'Ljust', dark: 'Mörkt', auto: 'System' },
  notFound: {
    title: 'Sidan finns inte',
    text: 'Adressen kan vara felskriven, eller så har sidan flyttat.',
    home: 'Till startsidan',
  },
};

export const dialogTexts = {
  close: 'Stäng',
  cancel: 'Avbryt',
};

/** The list of keys. */
export const shortcutListTexts = {
  title: 'Tangentbordsgenvägar',
  all: 'Alla tangentbordsgenvägar',
  show: 'Visa tangentbordsgenvägarna',
  switchPlace: 'Hoppa till en kanal, person eller konversation',
  scopes: {
    everywhere: 'Överallt',
    chat: 'I chatten',
    composer: 'Kommandon i chattens skrivfält',
    calendar: 'I kalendern',
    create: 'När Skapa är öppet',
  },
  singleOff: 'Enstaka tangenter är avslagna i Inställningar.',
};

/** What somebody says of themselves, beside their name and in menus. */
export const statusMarkTexts = {
  set: 'Sätt status',
  quiet: 'Stör ej …',
  quietUntil: (when: string) => `Stör ej till ${when}`,
  said: (status: string) => `Status: ${status}`,
};

/** What the calendar's keys do. */
export const calendarKeyTexts = {
  newEvent: 'Ny händelse',
  today: 'Till i dag',
  showDay: 'Visa dag',
  showWeek: 'Visa vecka',
  showMonth: 'Visa månad',
  day: 'Byt dag',
  period: 'Byt period',
  open: 'Öppna dagen eller händelsen',
};

/** What the chat's keys do. */
export const chatKeyTexts = {
  regions: 'Till nästa del av sidan (Skift+F6 bakåt)',
  nextUnread: 'Nästa kanal med något oläst',
  previousUnread: 'Föregående kanal med något oläst',
  channelMenu: 'Val för kanalen i listan',
  moveChannel: 'Flytta kanalen bland favoriter och i grupper',
  along: 'Mellan meddelanden',
  ends: 'Till första och sista meddelandet',
  into: 'In bland meddelandets knappar och länkar, och ut',
  open: 'Öppna meddelandets tråd',
  thread: 'Svara i tråd',
  edit: 'Redigera meddelandet',
  react: 'Reagera',
  save: 'Spara meddelandet',
  unread: 'Markera som oläst härifrån',
  editLast: 'Redigera ditt senaste, i ett tomt skrivfält',
  newline: 'Ny rad',
  leave: 'Till skrivfältet, ut ur tråden',
};

/** Of the header, which comes before the guides' own texts. */
export const guideHelpTexts = { help: 'Hjälp' };
