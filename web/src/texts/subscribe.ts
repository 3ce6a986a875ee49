/** Calendars in other programs, files of other programs, and choices of calendars. */

const events = (n: number) => (n === 1 ? '1 händelse' : `${n} händelser`);

export const subscribeTexts = {
  open: 'Prenumerera',
  title: 'Prenumerera',
  text: 'Lägg till adressen som prenumererad kalender i din telefon eller ditt kalenderprogram. Det som ändras här ändras också där.',
  mine: 'Allt du ser',
  mineText:
    'Dina kalendrar, dina organisationers och det du kommer till. Adressen är hemlig: den som har den ser samma sak som du.',
  address: 'Adress',
  copy: 'Kopiera',
  copied: 'Adressen är kopierad',
  copyFailed: 'Det gick inte att kopiera. Markera adressen och kopiera den själv.',
  add: 'Lägg till på enheten',
  code: 'QR-kod med adressen till din kalender',
  showCode: 'Visa QR-kod',
  reminders: 'Skicka med mina påminnelser',
  remindersHint: 'Då påminner det andra programmet också. Vi påminner dig som vanligt ändå.',
  todos: 'Visa uppgifter som uppgifter',
  todosHint: 'Ändrar adressen, för program som läser in uppgifter. Annars står de som händelser.',
  renew: 'Byt adress',
  renewTitle: 'Byta adress?',
  renewText:
    'Den gamla adressen slutar att fungera direkt. Telefoner och program som prenumererar på den behöver den nya.',
  renewed: 'Adressen är bytt',
  public: 'Publika kalendrar',
  publicText: 'De här adresserna kan vem som helst använda.',
  addressOf: (name: string) => `Adress till ${name}`,
  copyOf: (name: string) => `Kopiera adressen till ${name}`,
  section: 'Din kalender i andra program',
};

/** A calendar that is fetched from an address outside. */
export const sourceTexts = {
  kind: 'Vad ska kalendern innehålla',
  kinds: {
    own: { label: 'Egna händelser', hint: 'Du lägger in dem här.' },
    source: {
      label: 'Prenumerera på en adress',
      hint: 'Händelserna hämtas från en annan kalender några gånger om dagen.',
    },
  },
  address: 'Kalenderns adress',
  addressHint: 'Börjar med https:// eller webcal:// och slutar ofta på .ics.',
  addressMissing: 'Skriv en adress som börjar med https:// eller webcal://.',
  state: 'Hämtning',
  fetched: (when: string) => `Hämtad ${when}`,
  fetching: 'Hämtas nu …',
  never: 'Har inte kunnat hämtas än',
  now: 'Hämta nu',
  again: 'Försök igen',
  since: (day: string) => `Så har det varit sedan ${day}.`,
  kept: 'Det som hämtades förut finns kvar, och vi försöker igen.',
  stopped: 'Vi har slutat att försöka. Kontrollera adressen.',
  failed: 'Går inte att hämta',
  skipped: (n: number) =>
    n === 1
      ? '1 händelse saknas eller är ofullständig'
      : `${n} händelser saknas eller är ofullständiga`,
  untitled: 'Utan titel',
  from: (host: string) => `Hämtas från ${host} och ändras inte här`,
  fromElsewhere: 'Hämtas från en annan kalender och ändras inte här',
};

export const importTexts = {
  open: 'Importera',
  title: 'Importera en kalenderfil',
  text: 'En fil (.ics) från ett annat kalenderprogram. Det som har importerats förut uppdateras.',
  to: 'Till kalendern',
  file: 'Fil',
  fileHint: 'Högst 10 MB.',
  choose: 'Välj en fil.',
  tooLarge: 'Filen är större än 10 MB.',
  send: 'Importera',
  noCalendar: 'Du har ingen kalender att importera till.',
  imported: (n: number) => `${events(n)} importerades`,
  updated: (n: number) => `${events(n)} uppdaterades`,
  skipped: (n: number) => `${events(n)} togs inte med`,
  partly: (n: number) => `${events(n)} togs med bara delvis`,
  untitled: 'Utan titel',
  more: (n: number) => `och ${n} till`,
};

export const filterTexts = {
  title: 'Urval',
  all: 'Alla kalendrar',
  create: 'Nytt urval',
  createTitle: 'Nytt urval',
  change: (name: string) => `Ändra ${name}`,
  changeTitle: 'Ändra urvalet',
  name: 'Namn',
  nameMissing: 'Skriv ett namn.',
  calendars: 'Kalendrar i urvalet',
  calendarsMissing: 'Välj minst en kalender.',
  use: 'Använd urvalet nu',
  save: 'Spara',
  saved: 'Urvalet har sparats',
  remove: 'Ta bort urvalet',
  removeTitle: (name: string) => `Ta bort ${name}?`,
  removeText: 'Kalendrarna och händelserna finns kvar.',
  removed: 'Urvalet har tagits bort',
  active: (name: string) => `Urval: ${name}`,
  showAll: 'Visa alla',
};
