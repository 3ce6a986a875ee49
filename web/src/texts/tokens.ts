/** What a program may do with an access token, by area: each can be read and changed. */
export const scopeTexts = {
  legend: 'Får göra',
  all: 'Allt',
  areas: {
    profile: 'Profil och inställningar',
    entities: 'Organisationer och medlemmar',
    chat: 'Chat och meddelanden',
    contacts: 'Kontakter',
    calendar: 'Kalendrar och händelser',
    feed: 'Inlägg och artiklar',
    notifications: 'Notiser',
    moderation: 'Rapporter och moderering',
  },
  read: 'Läsa',
  write: 'Ändra',
  label: (area: string, act: string) => `${area}: ${act.toLowerCase()}`,
  missing: 'Välj minst en sak som programmet får göra.',
};

/** A secret that is shown once. */
export const onceTexts = {
  copy: 'Kopiera',
  copied: 'Kopierat',
  notCopied: 'Det gick inte att kopiera. Markera texten och kopiera den själv.',
  done: 'Klar',
};

/** What tokens of people and of bots have in common. */
export const tokenFormTexts = {
  name: 'Namn',
  nameMissing: 'Skriv ett namn.',
  ends: 'Slutar gälla',
  never: 'När boten tas bort',
  endings: { 7: 'Om en vecka', 30: 'Om 30 dagar', 90: 'Om 90 dagar', 365: 'Om ett år' },
  otherDay: 'En annan dag',
  endDay: 'Sista dagen',
  endDayMissing: 'Välj en dag inom ett år.',
  made: (name: string) => `Nyckeln för ${name}`,
  once: 'Kopiera den nu: den visas bara den här gången. Den som har nyckeln kan göra allt som den får göra.',
  created: (when: string) => `Skapad ${when}`,
  expires: (when: string) => `Slutar gälla ${when}`,
  used: (when: string) => `Användes senast ${when}`,
  unused: 'Har inte använts',
};

/** Access tokens, with which programs act for a person (contract 1). */
export const tokenTexts = {
  title: 'Åtkomstnycklar',
  text: 'Med en åtkomstnyckel kan ett program göra saker åt dig, till exempel läsa din kalender eller skriva i en kanal. Ge den bara till program som du litar på.',
  list: 'Dina åtkomstnycklar',
  empty: 'Du har inga åtkomstnycklar.',
  make: 'Ny åtkomstnyckel',
  nameHint: 'Så att du känner igen den, till exempel namnet på programmet.',
  submit: 'Skapa nyckeln',
  revoke: 'Återkalla',
  revokeLabel: (name: string) => `Återkalla ${name}`,
  revokeTitle: (name: string) => `Återkalla ${name}?`,
  revokeText: 'Nyckeln slutar gälla direkt, och program som använder den kommer inte längre in.',
  revoked: 'Nyckeln är återkallad.',
};

/** Bots: programs with an account of an organisation's own (contract 1). */
export const botTexts = {
  title: 'Botar',
  text: 'En bot är ett program som hör till organisationen. Den läser och skriver i öppna kanaler, och i privata som den läggs till i. Det den skriver är märkt.',
  list: 'Organisationens botar',
  empty: 'Organisationen har inga botar.',
  make: 'Ny bot',
  nameHint: 'Så visas det som boten skriver.',
  submit: 'Skapa boten',
  madeBy: (name: string) => `Tillagd av ${name}`,
  remove: 'Ta bort',
  removeLabel: (name: string) => `Ta bort ${name}`,
  removeTitle: (name: string) => `Ta bort boten ${name}?`,
  removeText: 'Dess nyckel slutar gälla direkt. Det som boten har skrivit står kvar.',
  removed: 'Boten är borttagen.',
};
