/** Which notifications come which way: /settings/notifications (contract 11.3). */
import type { NotificationChannel as Channel, Digest, SettingType } from '@/api/types.ts';

type Words = { label: string; about: string; example: string };

const types: Record<SettingType, Words> = {
  MENTION: {
    label: 'Omnämnanden',
    about: 'Någon skriver @ och ditt namn, eller ropar på hela kanalen.',
    example: 'Anna Ek nämnde dig i Styrelsen: ”@du kan väl ta med nycklarna?”',
  },
  REPLY: {
    label: 'Svar i trådar',
    about: 'Någon svarar i en tråd som du har skrivit i.',
    example: 'Anna Ek svarade i en tråd i Styrelsen: ”Det blir bra så.”',
  },
  MESSAGE: {
    label: 'Meddelanden',
    about: 'Direktmeddelanden, och kanaler där du har valt att höra allt.',
    example: 'Anna Ek skrev till dig: ”Ses vi klockan sju?”',
  },
  ANNOUNCEMENT: {
    label: 'Viktiga meddelanden',
    about: 'Meddelanden som är märkta som viktiga eller som ska bekräftas.',
    example: 'Anna Ek vill att du bekräftar ett meddelande i Styrelsen: ”Träningen är inställd.”',
  },
  EVENT: {
    label: 'Händelser',
    about: 'Påminnelser, ändringar och inbjudningar.',
    example: 'Föräldramöte börjar om 1 timme, i aulan.',
  },
  ENROLLMENT: {
    label: 'Anmälningar',
    about: 'Om du fått plats, står i kö eller erbjuds en plats.',
    example: 'Du har fått en plats på Höstlägret. Svara senast i morgon kl. 12.00.',
  },
  BOOKING: {
    label: 'Bokningar och semester',
    about: 'Bekräftelser, ändringar och beslut.',
    example: 'Din bokning av Sporthallen, torsdag kl. 18.00–19.30, är bekräftad.',
  },
  TASK: {
    label: 'Uppgifter',
    about: 'Uppgifter du tilldelas, påminnelser och kommentarer.',
    example: 'Anna Ek gav dig uppgiften Boka lokal, klar senast fredag.',
  },
  COURSE: {
    label: 'Kurser',
    about: 'Kurser du bjuds in till, nytt i dem du går, och svar som väntar på rättning.',
    example: 'Du är inbjuden till kursen Ny hos oss.',
  },
  MEMBERSHIP: {
    label: 'Medlemskap och kontakter',
    about: 'Inbjudningar, ansökningar, kontaktförfrågningar och följare.',
    example: 'Anna Ek vill bli din kontakt.',
  },
  FEED: {
    label: 'Upptäck',
    about: 'Kommentarer, gillanden och delningar av det du skriver.',
    example: 'Anna Ek kommenterade ditt inlägg: ”Så fint!”',
  },
  MODERATION: {
    label: 'Moderering och drift',
    about: 'Rapporter att ta ställning till, beslut om det du skrivit och driftinformation.',
    example: 'Ett inlägg i Björkens IF väntar på att granskas.',
  },
  PLACE: {
    label: 'Platser',
    about: 'Nytt om platser du följer. Ännu skickas inget.',
    example: 'Badplatsen Björknäs har nya öppettider.',
  },
  NEWSLETTER: {
    label: 'Nyhetsbrev',
    about: 'Brev från organisationer som du följer eller hör till.',
    example: 'Nyhetsbrev från Kören: Höstkonsert',
  },
};

const channels: Record<Channel, { label: string; by: string }> = {
  email: { label: 'E-post', by: 'via e-post' },
  push: { label: 'Push', by: 'via push' },
  sms: { label: 'SMS', by: 'via SMS' },
};

const digests: Record<Digest, { label: string; hint: string }> = {
  IMMEDIATE: { label: 'Direkt', hint: 'Det du missat i chatten skickas efter en kvart.' },
  DAILY: { label: 'Dagligen', hint: 'Samlat varje dag kl. 07.30.' },
  WEEKLY: { label: 'Veckovis', hint: 'Samlat på måndagar kl. 07.30.' },
};

const lower = (text: string) => text.charAt(0).toLocaleLowerCase('sv') + text.slice(1);
const nameOf = (type: string) => types[type as SettingType]?.label ?? type;
/** 'Omnämnanden via e-post' */
const cell = (type: string, channel: Channel) => `${nameOf(type)} ${channels[channel].by}`;

export const settingsTexts = {
  title: 'Inställningar för notiser',
  short: 'Notiser',
  part: 'Välj vad du vill få veta, och om det ska komma som e-post, push eller SMS.',
  open: 'Ställ in notiser',
  back: 'Till inställningarna',
  intro:
    'Välj vad du vill få veta och hur. Klockan i menyn samlar allt. Mejl om säkerhet och ditt konto skickas alltid.',
  types,
  channels,
  digests,
  cell,
  type: 'Typ',
  when: 'När mejlen skickas',
  whenOf: (type: string) => `${nameOf(type)}: när mejlen skickas`,
  example: 'Så här kan det se ut',
  exampleOf: (type: string) => `Så här kan det se ut: ${nameOf(type)}`,
  whose: 'Gäller för',
  mine: 'Mig själv',
  mineHint:
    'Det som inte hör till någon organisation, och alla organisationer där du inte har valt något annat.',
  ofEntity: (name: string) => `Det du väljer här gäller bara ${name}.`,
  noOrganisations: 'När du hör till en organisation kan du välja för den här.',
  table: (name: string) => `Notiser för ${name}`,
  own: 'Eget val här.',
  follow: 'Följ mina personliga val',
  standard: 'Återställ',
  followOf: (type: string) => `${nameOf(type)}: följ mina personliga val`,
  standardOf: (type: string) => `${nameOf(type)}: återställ`,
  needsPhone: 'Kräver ett verifierat mobilnummer.',
  applyTitle: 'Använda valen för alla?',
  applyEntityText: (name: string) =>
    `Det du har valt för ${name} blir dina personliga val, och det du har valt för enskilda organisationer tas bort. Alla dina organisationer följer sedan de personliga valen.`,
  applyMineText:
    'Det du har valt för enskilda organisationer tas bort. Alla följer sedan dina personliga val.',
  applied: 'Valen gäller för alla organisationer',
  apply: 'Använd för alla',
  others: 'Mer om notiser',
  quiet: 'Stör ej: tider då du lämnas i fred',
  device: 'Push på den här enheten',
  missed: 'Mejl om det du missat',
  channel: 'Enskilda kanaler ställer du in i kanalens meny.',
  saving: 'Sparar …',
  saved: (what: string) => `Sparat: ${what}`,
  on: (what: string) => `${what} är på`,
  off: (what: string) => `${what} är av`,
  mailed: (what: string, digest: Digest) => `${what}: ${lower(digests[digest].label)}`,
  reset: (type: string) => `${nameOf(type)} är återställt`,
  undo: 'Ångra',
  undone: (what: string) => `${what} är som förut`,
  failed: (what: string, why: string) => `${what} sparades inte. ${why}`,
  notSaved: 'Sparades inte',
  dismiss: 'Stäng',
  whyOn: (what: string) => `Du fick det för att ${lower(what)} är på här.`,
  whyOff: (what: string) => `Du fick det för att ${lower(what)} var på. Nu är det av.`,
  why: 'Varför fick jag det här?',
  stranger: {
    title: 'Du hör inte till organisationen',
    text: 'Därför finns det inget att ställa in för den. Det som gäller dig själv kan du ställa in.',
  },
  toMine: 'Visa mina egna val',
};

export const phoneTexts = {
  title: 'Mobilnummer för SMS',
  text: 'SMS skickas bara om viktiga meddelanden, händelser och bokningar, och bara när du har slagit på det. Högst tre om dagen.',
  label: 'Mobilnummer',
  hint: 'Till exempel 070-123 45 67',
  missing: 'Skriv ett mobilnummer.',
  send: 'Skicka kod',
  sent: (phone: string) => `Vi har skickat sex siffror till ${phone}. De gäller i tio minuter.`,
  code: 'Kod',
  codeHint: 'Sex siffror ur SMS:et',
  codeMissing: 'Skriv de sex siffrorna.',
  verify: 'Bekräfta numret',
  again: 'Skicka en ny kod',
  sentAgain: 'En ny kod är skickad',
  other: 'Ändra numret',
  cancel: 'Avbryt',
  verified: 'Verifierat',
  change: 'Byt nummer',
  remove: 'Ta bort numret',
  removeTitle: 'Ta bort mobilnumret?',
  removeText:
    'Inga SMS skickas mer. Det du har valt för SMS finns kvar om du lägger till ett nummer igen.',
  removed: 'Mobilnumret är borttaget',
  done: 'Mobilnumret är verifierat',
};
