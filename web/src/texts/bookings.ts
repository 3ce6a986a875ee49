/** Bookings, for who books. */
const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const bookingTexts = {
  title: 'Boka',
  mine: 'Mina bokningar',
  lead: 'Det du har bokat, och det du väntar på svar om.',
  free: 'Gratis',
  summerTime: 'sommartid',
  winterTime: 'vintertid',
  length: {
    days: (n: number) => `${n} dygn`,
    hours: (n: number) => `${n} tim`,
    minutes: (n: number) => `${n} min`,
  },
  wholeDay: 'hela dagen',
  wholeDays: (last: string) => `till och med ${last}, hela dagar`,
  statuses: {
    1: 'Bokad',
    2: 'Avbokad',
    3: 'Väntar på svar',
    4: 'Nekad',
    5: 'Incheckad',
    6: 'Genomförd',
    7: 'Uteblev',
  } as Record<number, string>,
  kinds: { ROOM: 'Lokal', THING: 'Sak', PERSON: 'Person', TABLE: 'Bord' },
  offline: 'Du är offline. Det som syns kan ha ändrats.',
  print: 'Skriv ut',
};

/** /bookings, and the start page's part of it. */
export const myBookingTexts = {
  coming: 'Kommande',
  past: 'Tidigare',
  none: {
    title: 'Inget är bokat',
    text: 'När du bokar en lokal, en bana eller en tid syns det här.',
  },
  nonePast: 'Inget har varit än.',
  where: 'Boka hos',
  all: 'Alla mina bokningar',
  at: 'hos',
  fee: (sum: string) => `Avgift: ${sum}`,
  reason: (text: string) => `Skäl: ${text}`,
  expired: 'Ingen svarade i tid.',
  share: 'Dela bokningen',
  shareOf: (what: string) => `Dela bokningen ${what}`,
  shared: 'bokningen',
  move: 'Flytta',
  moveOf: (what: string) => `Flytta ${what}`,
  cancel: 'Avboka',
  cancelOf: (what: string) => `Avboka ${what}`,
  cancelTitle: 'Avboka?',
  cancelled: 'Bokningen är avbokad',
  keep: 'Behåll bokningen',
  withdraw: 'Dra tillbaka förfrågan',
  withdrawOf: (what: string) => `Dra tillbaka förfrågan: ${what}`,
  cost: {
    nothing: 'Det kostar inget att avboka.',
    freeUntil: (when: string) => `Det kostar inget att avboka till och med ${when}.`,
    fee: (sum: string) => `Avbokar du nu kostar det ${sum}.`,
  },
};

/** A week of times that can be booked. */
export const timesTexts = {
  choose: 'Välj vad du vill boka',
  none: {
    title: 'Inget går att boka här',
    text: 'När organisationen lägger upp något som går att boka syns det här.',
  },
  managerNone: 'Lägg upp en resurs, så kan andra boka den.',
  absent: {
    title: 'Det finns inte att boka',
    text: 'Resursen finns inte, eller så får du inte boka den.',
  },
  others: 'Välj något annat',
  closed: 'Går inte att boka just nu.',
  mayNot: 'Du får inte boka den här. Fråga den som sköter den.',
  week: (n: number) => `Vecka ${n}`,
  weekOf: (name: string) => `Lediga tider, ${name}`,
  previous: 'Föregående vecka',
  next: 'Nästa vecka',
  thisWeek: 'Den här veckan',
  days: 'Dagar',
  noTimes: 'Inga tider',
  nothing: {
    title: 'Inga lediga tider den här veckan',
    text: 'Titta en annan vecka.',
  },
  count: (n: number) => (n === 0 ? 'inga lediga tider' : many(n, 'ledig tid', 'lediga tider')),
  taken: 'upptagen',
  keys: 'Piltangenterna leder mellan tiderna.',
  manage: 'Resurser',
  day: 'Dagens bokningar',
  queue: 'Är en tid upptagen kan du välja den och ställa dig i kö.',
  approval: 'Bokningar godkänns av den som sköter resursen.',
  preview: 'Så här ser den som bokar veckan',
  moving: (what: string) => `Flytta din bokning av ${what}`,
  movingFrom: (when: string) => `Nu: ${when}. Välj en ny tid.`,
  movingTo: 'Flytta till',
  stopMoving: 'Behåll tiden',
};

/** The dialog in which something is booked or moved. */
export const bookTexts = {
  title: (name: string) => `Boka ${name}`,
  begins: 'Börjar',
  ends: 'Slutar',
  until: (clock: string, length: string) => `${clock} (${length})`,
  price: 'Pris',
  asking: 'Räknar ut priset …',
  noPrice: 'Priset gick inte att räkna ut. Försök igen.',
  priceClass: (name: string) => `Prisklass: ${name}`,
  vat: (sum: string) => `varav moms ${sum}`,
  line: (length: string, perHour: string) => `${length} à ${perHour} i timmen`,
  terms: 'Villkor',
  term: {
    nothing: 'Det kostar inget att avboka.',
    freeUntil: (when: string, share: number) =>
      `Avboka utan kostnad till och med ${when}. Därefter betalar du ${share} % av priset.`,
    never: (share: number) => `Avbokar du betalar du ${share} % av priset.`,
    over: (share: number) =>
      `Det är för sent att avboka utan kostnad. Avbokar du betalar du ${share} % av priset.`,
  },
  for: 'Bokas för',
  me: 'Mig själv',
  participants: 'Antal deltagare',
  participantsHint: (most: number) => `Högst ${most}`,
  note: 'Meddelande',
  noteHint: 'Syns för den som sköter resursen.',
  choose: 'Välj …',
  required: 'Svara på frågan.',
  number: (most: number) => `Skriv ett tal från 1 till ${most}.`,
  book: 'Boka',
  request: 'Skicka förfrågan',
  again: 'Boka för det nya priset',
  holding: (left: string) => `Tiden hålls för dig i ${left}`,
  holdingUntil: (clock: string) => `Tiden hålls för dig till ${clock}.`,
  soon: 'Tiden hålls för dig i mindre än en minut till.',
  lapsed: 'Tiden hålls inte längre, men går att boka om ingen annan hinner före.',
  overlap: 'Tiden hann bli bokad av någon annan.',
  near: 'Närmaste lediga tider',
  noNear: 'Inga andra lediga tider den här veckan.',
  newPrice: (sum: string) => `Priset har ändrats till ${sum}. Vill du boka ändå?`,
  booked: 'Det är bokat',
  requested: 'Förfrågan är skickad',
  requestedText: 'Du får besked när den har besvarats.',
  done: 'Klar',
  cancel: 'Avbryt',
  moveTitle: (name: string) => `Flytta ${name}`,
  from: 'Från',
  to: 'Till',
  priceBefore: (price: string) => `Tiden du har nu: ${price}.`,
  move: 'Flytta',
  moved: 'Bokningen är flyttad',
};

/** The dialog over a time that is taken. */
export const waitTexts = {
  title: 'Tiden är upptagen',
  how: 'Blir den ledig hålls den för den som står först i kön, som får besked.',
  join: 'Ställ dig i kö',
  joined: 'Du får besked om tiden blir ledig.',
  leave: 'Lämna kön',
  left: 'Du står inte längre i kön',
  close: 'Stäng',
};

/** The times for which one waits, among one's bookings. */
export const queueTexts = {
  title: 'Köer du står i',
  at: 'hos',
  waits: 'I kö',
  offered: 'Ledig för dig',
  held: (until: string) => `Tiden hålls för dig till ${until}.`,
  book: 'Boka',
  bookOf: (what: string) => `Boka ${what}`,
  leave: 'Lämna kön',
  leaveOf: (what: string) => `Lämna kön till ${what}`,
  left: 'Du står inte längre i kön',
  decline: 'Tacka nej',
  declineOf: (what: string) => `Tacka nej till ${what}`,
  declined: 'Tiden erbjuds nästa i kön',
};

/** On an organisation's page. */
export const bookablesOfTexts = {
  title: 'Boka',
  text: (n: number) => `${many(n, 'sak', 'saker')} går att boka.`,
  book: 'Se lediga tider',
  day: 'Dagens bokningar',
  bills: 'Betalningsunderlag',
  manage: 'Resurser',
  first: 'Lägg upp det som går att boka',
};
