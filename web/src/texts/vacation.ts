/** Vacation: one's own, the staff's year, and what is common to all its pages. */

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);
export const daysWords = (n: number): string => many(n, 'dag', 'dagar');

export const vacationTexts = {
  title: 'Semester',
  of: (name: string) => `Semester – ${name}`,
  tabList: 'Semesterns delar',
  tabs: {
    mine: 'Min semester',
    year: 'Året',
    applications: 'Ansökningar',
    employees: 'Anställda',
    settings: 'Inställningar',
  },
  waiting: (n: number) => (n === 1 ? '1 väntar' : `${n} väntar`),
  offline: 'Du är offline. Det som syns kan ha ändrats.',
  offlineNone: {
    title: 'Du är offline',
    text: 'Innehållet hämtas när du är uppkopplad.',
  },
  retry: 'Försök igen',
  noAccess: {
    title: 'Här syns semestern för dem som är anställda',
    text: 'Du är inte upplagd som anställd här. Den som sköter personalen kan lägga till dig.',
  },
  notManager: {
    title: 'Den här delen är för den som sköter personalen',
    text: 'Din egen semester finns under Min semester.',
  },
  home: 'Min semester',
  toStart: 'Till startsidan',
  months: [
    'januari',
    'februari',
    'mars',
    'april',
    'maj',
    'juni',
    'juli',
    'augusti',
    'september',
    'oktober',
    'november',
    'december',
  ],
  shortMonths: [
    'jan',
    'feb',
    'mars',
    'april',
    'maj',
    'juni',
    'juli',
    'aug',
    'sep',
    'okt',
    'nov',
    'dec',
  ],
  states: {
    DRAFT: 'Utkast',
    APPLIED: 'Ansökt',
    APPROVED: 'Godkänd',
    REJECTED: 'Avslagen',
    CANCELLED: 'Avbokad',
  },
  kinds: {
    AWAY: 'Frånvarande',
    PARENTAL: 'Föräldraledig',
    LEAVE: 'Tjänstledig',
    TRAINING: 'Utbildning',
    TIME_OFF: 'Kompledig',
  },
  away: 'Borta',
  cancel: 'Avboka',
  cancelOf: (span: string) => `Avboka ${span}`,
  cancelTitle: 'Avboka semestern?',
  cancelText: (span: string) =>
    `Semestern ${span} tas bort ur planeringen. Det går inte att ångra.`,
  cancelled: 'Semestern är avbokad',
};

/** What the server warns of. */
export const warningTexts = {
  title: 'Att tänka på',
  below: (group: string, when: string, present: number | undefined, minimum: number | undefined) =>
    present === undefined || minimum === undefined
      ? `${group} blir för få ${when}.`
      : `${group} blir för få ${when}: ${present} på plats, minst ${minimum} behövs.`,
  someGroup: 'En grupp',
  someDays: 'någon dag',
  noFourWeeks: 'Det blir inte fyra veckor i sträck under juni–augusti.',
  overBalance: 'Det är fler dagar än vad som finns kvar. Resten blir utan lön.',
  overlaps: (when: string) => `Det krockar med en annan period: ${when}.`,
  overlapsSome: 'Det krockar med en annan period.',
};

export const balanceTexts = {
  title: 'Mina dagar',
  year: (name: string) => `Semesterår ${name}`,
  years: 'Semesterår',
  line: (left: number, all: number) => `${daysWords(left)} kvar av ${all}`,
  over: (n: number) => `${daysWords(n)} mer än du har, utan lön`,
  paid: 'Betalda',
  saved: 'Sparade',
  taken: 'Uttagna',
  applied: 'Ansökta',
  left: 'Kvar',
  unpaid: (n: number) =>
    `Du har också rätt till ${n === 1 ? '1 obetald dag' : `${n} obetalda dagar`}.`,
  savedFrom: (n: number, year: string, expires: string) =>
    `${daysWords(n)} från ${year}, ska tas ut senast ${expires}`,
  canSave: (n: number) => `Du kan spara ${daysWords(n)} till nästa semesterår.`,
  notEmployee: {
    title: 'Du är inte upplagd som anställd',
    text: 'Lägg till dig själv bland de anställda om du också ska ha semester här.',
  },
  toEmployees: 'Till anställda',
};

export const mineTexts = {
  apply: 'Ansök om semester',
  absence: 'Anmäl frånvaro',
  sections: {
    APPLIED: 'Väntar på svar',
    APPROVED: 'Godkända',
    DRAFT: 'Utkast',
    REJECTED: 'Avslagna',
    CANCELLED: 'Avbokade',
  },
  periods: 'Mina perioder',
  none: {
    title: 'Ingen semester planerad',
    text: 'Ansök om semester, eller spara ett utkast så länge.',
  },
  edit: 'Ändra',
  editOf: (span: string) => `Ändra ${span}`,
  send: 'Skicka ansökan',
  sendOf: (span: string) => `Skicka ansökan för ${span}`,
  sent: 'Ansökan är skickad',
  note: (note: string) => `Meddelande: ${note}`,
  reason: (reason: string) => `Svar: ${reason}`,
  absences: 'Frånvaro',
  noAbsences: 'Ingen anmäld frånvaro.',
  removeAbsence: 'Ta bort',
  removeAbsenceOf: (what: string) => `Ta bort ${what}`,
  removeAbsenceTitle: 'Ta bort frånvaron?',
  removeAbsenceText: (what: string) => `${what} tas bort ur planeringen.`,
  absenceRemoved: 'Frånvaron är borttagen',
};

export const applyTexts = {
  title: 'Ansök om semester',
  titleFor: (name: string) => `Semester för ${name}`,
  edit: 'Ändra semester',
  from: 'Första dagen',
  to: 'Sista dagen',
  note: 'Meddelande (valfritt)',
  noteHint: 'Läses av den som svarar på ansökan. Skriv ingenting om hälsa.',
  draft: 'Spara utkast',
  send: 'Skicka ansökan',
  save: 'Spara',
  drafted: 'Utkastet är sparat',
  sent: 'Ansökan är skickad',
  saved: 'Ändringen är sparad',
  wrongDate: 'Skriv datumet som åååå-mm-dd, till exempel 2026-07-06.',
  order: 'Sista dagen ligger före den första.',
  tooLong: 'En period är högst 366 dagar.',
  result: 'Det blir',
  counting: 'Räknar …',
  choose: 'Välj första och sista dagen, så räknas semesterdagarna här.',
  counted: (n: number) => `${daysWords(n)} räknas som semester.`,
  leftAfter: (n: number) => `Du har ${daysWords(n)} kvar sedan.`,
  overAfter: (n: number) => `Det är ${daysWords(n)} mer än du har kvar.`,
  uncounted: 'Dagarna kunde inte räknas just nu. Du kan skicka ansökan ändå.',
  nobodyWarned: 'Inget att anmärka.',
  stale: 'Ansökan har ändrats på ett annat ställe sedan du öppnade den.',
  reload: 'Hämta den senaste',
};

export const absenceTexts = {
  title: 'Anmäl frånvaro',
  titleFor: (name: string) => `Frånvaro för ${name}`,
  hint: 'Skriv aldrig någon medicinsk orsak. Kollegorna ser bara att du är borta.',
  hintFor: 'Ingen medicinsk orsak anges någonstans. Kollegorna ser bara ”Borta”.',
  kind: 'Slag',
  submit: 'Anmäl',
  done: 'Frånvaron är anmäld',
};

/** The staff's year. */
export const yearTexts = {
  title: (name: string) => `Personalens år ${name}`,
  previous: 'Föregående år',
  next: 'Nästa år',
  nav: 'År',
  monthNav: 'Månad',
  previousMonth: 'Föregående månad',
  nextMonth: 'Nästa månad',
  group: 'Grupp',
  all: 'Alla',
  legend: 'Teckenförklaring',
  approved: 'Godkänd semester',
  applied: 'Ansökt semester',
  red: 'Röd dag',
  below: 'För få på plats',
  today: 'I dag',
  todayIs: (day: string) => `I dag är det ${day}.`,
  name: 'Namn',
  groupsRow: 'Bemanning',
  draft: 'Utkast till semester',
  spoken: (what: string, when: string) => `${what} ${when}`,
  nothing: 'Inget planerat',
  print: 'Skriv ut',
  periodsOf: (name: string) => `Visa ${name}`,
  away: (n: number) => (n === 1 ? '1 person borta' : `${n} personer borta`),
  nobodyAway: 'Alla är på plats.',
  stillLoading: 'Hämtar fler …',
  week: (week: number) => `Vecka ${week}`,
  belowTitle: (n: number) => `Under lägsta bemanning: ${many(n, 'period', 'perioder')}`,
  belowLine: (group: string, when: string, present: number, minimum: number) =>
    `${group}, ${when}: ${present} på plats, minst ${minimum} behövs.`,
  belowNone: 'Alla grupper har tillräckligt många på plats.',
  redDays: 'Röda dagar och aftnar',
  empty: {
    title: 'Inga anställda än',
    text: 'Året visas när någon är upplagd som anställd.',
  },
  emptyGroup: {
    title: 'Ingen i den gruppen',
    text: 'Välj en annan grupp, eller visa alla.',
  },
};
