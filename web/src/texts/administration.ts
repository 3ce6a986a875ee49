/** The administration of an organisation, and of the platform. */
import { capital } from '@/lib/dates.ts';

const many = (n: number, one: string, more: string) =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('sv-SE')} ${more}`;

export const administrationTexts = {
  title: 'Administration',
  of: (name: string) => `Administration – ${name}`,
  platform: 'Administration – hela plattformen',
  card: 'Öppna administrationen',
  cardText: 'Personer, lagring, aktivitet, jobb och logg.',
  parts: 'Delar av administrationen',
  tabs: {
    overview: 'Översikt',
    people: 'Personer',
    storage: 'Lagring',
    jobs: 'Jobb',
    addresses: 'Adresser',
    log: 'Logg',
    organisations: 'Organisationer',
    limits: 'Gränser',
  },
  links: {
    invite: 'Bjud in',
    sent: 'Skickade inbjudningar',
    moderation: 'Moderering',
  },
  offline: 'Du är offline. Det som syns kan ha ändrats.',
  noAccess: {
    title: 'Här administreras organisationen',
    text: 'Sidan är till för den som äger eller administrerar organisationen.',
  },
  noPlatform: {
    title: 'Här administreras plattformen',
    text: 'Sidan är till för den som sköter tjänsten.',
  },
  toStart: 'Till startsidan',
  toOrganisation: 'Till organisationen',
  retry: 'Försök igen',
  gone: 'Någon annan hann före: det finns inte kvar i listan.',
};

export const overviewTexts = {
  numbers: 'I korthet',
  storage: 'Använd lagring',
  jobs: 'Misslyckade jobb',
  addresses: 'Adresser som vilar',
  activity: 'Aktivitet',
  period: 'Period',
  days: (n: number) => `${n} dagar`,
  messages: 'Meddelanden per dag',
  members: 'Aktiva medlemmar per dag',
  message: 'Meddelanden',
  member: 'Aktiva medlemmar',
  date: 'Dag',
  most: (n: number) => `Högsta stapeln: ${n.toLocaleString('sv-SE')}`,
  table: 'Visa som tabell',
  lag: 'En dag räknas natten efter. Aktiv är den som har skrivit något.',
  /** What other areas count; a kind that is not here is not shown. */
  kinds: {
    EVENTS_CREATED: ['Nya händelser', 'ny händelse', 'nya händelser'],
    BOOKINGS_CREATED: ['Bokningar', 'bokning', 'bokningar'],
    TASKS_COMPLETED: ['Klara uppgifter', 'klar uppgift', 'klara uppgifter'],
    POSTS_PUBLISHED: ['Inlägg', 'inlägg', 'inlägg'],
    ARTICLES_PUBLISHED: ['Publicerade artiklar', 'publicerad artikel', 'publicerade artiklar'],
    COURSES_COMPLETED: ['Slutförda kurser', 'slutförd kurs', 'slutförda kurser'],
    INVITATIONS_ACCEPTED: ['Antagna inbjudningar', 'antagen inbjudan', 'antagna inbjudningar'],
  } as Record<string, readonly [string, string, string]>,
  perDay: (series: string) => `${series} per dag`,
  counted: (n: number, [, one, more]: readonly [string, string, string]) => many(n, one, more),
  sumOf: (counted: string, days: number) => `${capital(counted)} på ${days} dagar.`,
  plotOf: (counted: string, days: number, best: string) =>
    `Stapeldiagram: ${counted} på ${days} dagar, flest ${best}. Samma tal finns i tabellen.`,
  countedOn: (counted: string, day: string) => `${day}: ${counted}`,
  messageSum: (n: number, days: number) =>
    `${many(n, 'meddelande', 'meddelanden')} på ${days} dagar.`,
  memberMost: (n: number, day: string) => `Flest aktiva: ${n.toLocaleString('sv-SE')}, ${day}.`,
  messagesOn: (n: number, day: string) => `${day}: ${many(n, 'meddelande', 'meddelanden')}`,
  membersOn: (n: number, day: string) => `${day}: ${many(n, 'aktiv medlem', 'aktiva medlemmar')}`,
  messagePlot: (n: number, days: number, best: string | null) =>
    `Stapeldiagram: ${many(n, 'meddelande', 'meddelanden')} på ${days} dagar${
      best ? `, flest ${best}` : ''
    }. Samma tal finns i tabellen.`,
  memberPlot: (most: number, best: string | null) =>
    `Stapeldiagram: aktiva medlemmar per dag${
      best ? `, flest ${best} med ${most}` : ''
    }. Samma tal finns i tabellen.`,
  none: {
    title: 'Ingen aktivitet än',
    text: 'När något händer här syns det dag för dag, från natten efter.',
  },
};

export const adminPeopleTexts = {
  title: 'Personer',
  search: 'Sök person',
  lastSeen: (day: string) => `Senast här ${day}`,
  unseen: 'Inte här de senaste 30 dagarna',
  hint: 'När någon senast var här visas som dag, aldrig närmare. För följare och kunder visas det inte.',
  empty: 'Här finns inga personer än.',
  noMatch: (q: string) => `Ingen person matchar ”${q}”.`,
};

export const adminStorageTexts = {
  title: 'Lagring',
  used: (used: string, most: string) => `${used} av ${most} används.`,
  usedAll: (used: string) => `${used} används.`,
  bar: 'Så mycket av utrymmet används',
  area: 'Del',
  size: 'Storlek',
  count: 'Antal',
  areas: { files: 'Filer', chat: 'Chattar' } as Record<string, string>,
  countOf: (n: string, most: string) => `${n} av ${most}`,
  none: { title: 'Inget lagrat än', text: 'Filer som laddas upp här räknas.' },
};

export const adminJobsTexts = {
  title: 'Jobb som misslyckades',
  lead: 'Det här försökte systemet flera gånger utan att lyckas. Försök igen när orsaken är borta.',
  kinds: {
    'article-clear': 'Borttagning av en artikel',
    'bell-members': 'Notiser till medlemmarna',
    'board-clear': 'Borttagning av en tavla',
    'board-import': 'Import av en tavla',
    'bookable-clear': 'Borttagning av något bokningsbart',
    'booking-guest-claim': 'Betalningsunderlag för en gäst',
    'course-clear': 'Borttagning av en kurs',
    'invitation-batch': 'Utskick av inbjudningar',
    'invitation-mail': 'Mejl med en inbjudan',
    'ledger-claim': 'Betalningsunderlag',
    mail: 'Mejl',
    'mail-bulk': 'Mejl till många',
    sms: 'Sms',
    'webhook-call': 'Utgående webhook',
  } as Record<string, string>,
  failed: (when: string, tries: number) =>
    `Gav upp ${when} efter ${many(tries, 'försök', 'försök')}`,
  entity: (id: number) => `Organisation ${id}`,
  retryOf: (what: string) => `Försök igen: ${what}`,
  retried: 'Jobbet är i gång igen',
  none: {
    title: 'Inga jobb har misslyckats',
    text: 'Det som systemet inte lyckas med hamnar här.',
  },
};

export const adminAddressesTexts = {
  title: 'Adresser som vilar',
  lead: 'Mejl till de här adresserna kom tillbaka, så vi skickar inget mer dit. Rätta felet eller försök igen.',
  trouble: {
    RESTING: 'Mejl hit har studsat nyligen',
    REFUSED: 'Adressen tar inte emot mejl',
    UNREACHABLE: 'Mejlet kunde inte levereras',
  } as Record<string, string>,
  invited: (role: string, day: string) => `Inbjuden som ${role.toLocaleLowerCase('sv')} ${day}`,
  retryOf: (email: string) => `Försök igen med ${email}`,
  retried: 'Inbjudan är skickad igen',
  none: { title: 'Inga adresser vilar', text: 'Kommer en inbjudan tillbaka syns adressen här.' },
  lift: {
    title: 'Väck en adress',
    text: 'Adresser som vilar sparas inte i klartext. Skriv adressen för att mejl ska gå dit igen.',
    email: 'E-postadress',
    missing: 'Skriv adressen.',
    submit: 'Väck adressen',
    done: (email: string) => `Mejl går till ${email} igen`,
  },
};

export const adminOrganisationsTexts = {
  title: 'Organisationer',
  search: 'Organisationens namn eller adress',
  hint: 'Sök på namn, eller på adressen som den står, till exempel bjorkens-if. Familjer hittas bara på sin adress.',
  owner: (name: string) => `Ägare: ${name}`,
  noOwner: 'Ingen ägare',
  administrators: (names: string) => `Administratörer: ${names}`,
  created: (day: string) => `Skapad ${day}`,
  storage: (size: string) => `${size} lagrat`,
  none: { title: 'Inga organisationer', text: 'De som skapas visas här.' },
  noMatch: (q: string) => `Ingen organisation heter ”${q}” eller har den adressen.`,
};

export const adminLimitsTexts = {
  title: 'Gränser som gäller',
  rates: 'Hur ofta',
  quotas: 'Hur många',
  name: 'Gräns',
  rate: 'Tillåtet',
  burst: 'På en gång',
  value: 'Högst',
  units: { s: 'i sekunden', min: 'i minuten', h: 'i timmen', day: 'om dagen' } as Record<
    string,
    string
  >,
  per: (count: number, unit: string) => `${count.toLocaleString('sv-SE')} ${unit}`,
  names: {
    entities: 'Organisationer som en person äger',
    workspaces: 'Chattar i en organisation',
    channels: 'Kanaler i en chatt',
    sessions: 'Inloggningar för en person',
    bytesOfUser: 'Filer för en person',
    bytesOfEntity: 'Filer för en organisation',
    drafts: 'Utkast för en person',
    timelines: 'Inlägg i ett flöde',
  } as Record<string, string>,
  off: 'Inga gränser gäller för hur ofta: de är avstängda.',
  noQuotas: 'Inga gränser gäller för hur många.',
};
