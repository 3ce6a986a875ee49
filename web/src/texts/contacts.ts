/** Contacts: /kontakter, the person card, and what is said about either. */

/** As specified, where the server says nothing else. */
export const contactsSaid = {
  inviteEmail: 'Inbjudan skickad',
  inviteSms: 'SMS-inbjudan skickad',
  request: 'Kontaktförfrågan skickad',
  accept: 'Kontaktförfrågan accepterad',
  reject: 'Kontaktförfrågan avvisad',
  cancel: 'Kontaktförfrågan avbruten',
  remove: 'Kontakt borttagen',
  privacy: 'Integritetsinställningar uppdaterade',
  block: 'Användare blockerad',
  unblock: 'Användare avblockerad',
  follow: 'Du följer nu denna användare',
  unfollow: 'Du följer inte längre denna användare',
  cancelFollow: 'Förfrågan är återtagen',
  approveFollower: 'Personen följer dig nu',
  rejectFollower: 'Förfrågan är avvisad',
  removeFollower: 'Personen följer dig inte längre',
};

/** As specified, where not even the server's door could say what went wrong. */
export const contactsFailed = {
  incoming: 'Failed to load incoming requests',
  outgoing: 'Failed to load outgoing requests',
  count: 'Failed to load pending request count',
  contacts: 'Failed to load contacts',
  blocked: 'Failed to load blocked users',
  following: 'Failed to load following users',
  status: 'Failed to load contact status',
  accept: 'Failed to accept contact request',
  reject: 'Failed to reject contact request',
  cancel: 'Failed to cancel contact request',
  remove: 'Failed to remove contact',
  privacy: 'Failed to update contact privacy',
  block: 'Failed to block user',
  unblock: 'Failed to unblock user',
};

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export const contactsTexts = {
  title: 'Kontakter',
  sections: 'Delar av kontakterna',
  tabs: {
    contacts: 'Kontakter',
    requests: 'Förfrågningar',
    blocked: 'Blockerade',
    following: 'Följer',
  },
  waiting: (n: number) => many(n, 'förfrågan väntar', 'förfrågningar väntar'),
  add: 'Lägg till kontakter',
  search: 'Sök bland kontakterna',
  noMatch: (q: string) => `Ingen av dina kontakter heter något på ”${q}”.`,
  empty: {
    contacts: {
      title: 'Inga kontakter än',
      text: 'Bjud in någon du känner, visa din kod för den som står bredvid dig, eller sök efter ett namn.',
    },
    incoming: 'Ingen väntar på ditt svar.',
    outgoing: 'Du väntar inte på någons svar.',
    blocked: {
      title: 'Du har inte blockerat någon',
      text: 'Den som du blockerar kan varken skriva till dig, följa dig eller hitta dig, och får inte veta om det.',
    },
    following: {
      title: 'Du följer ingen',
      text: 'Öppna någons kort genom att klicka på namnet, och välj Följ.',
    },
  },
  find: 'Sök personer',
  incoming: 'Väntar på ditt svar',
  outgoing: 'Skickade av dig',
  since: (day: string) => `Kontakt sedan ${day}`,
  sent: (when: string) => `Skickad ${when}`,
  came: (when: string) => `Kom ${when}`,
  blockedSince: (day: string) => `Blockerad ${day}`,
  followedSince: (day: string) => `Sedan ${day}`,
  moreFor: (name: string) => `Fler val för ${name}`,
  suggestions: 'Personer du kanske känner',
  inCommon: (names: string[], more: number) =>
    `${more > 0 ? `${names.join(', ')} och ${more} till` : names.join(' och ')}`,
  mutual: (n: number) => many(n, 'gemensam kontakt', 'gemensamma kontakter'),
  dismiss: (name: string) => `Föreslå inte ${name} igen`,
  dismissed: 'Förslaget visas inte igen',
};

/** What can be done about somebody; `named` says it to who does not see the row. */
export const personActionTexts = {
  request: 'Lägg till kontakt',
  greet: 'Lägg till med en hälsning',
  cancel: 'Avbryt förfrågan',
  accept: 'Acceptera',
  reject: 'Avvisa',
  unblock: 'Avblockera',
  block: 'Blockera',
  remove: 'Ta bort kontakten',
  privacy: 'Vad kontakten får se',
  follow: 'Följ',
  unfollow: 'Sluta följa',
  cancelFollow: 'Ta tillbaka följförfrågan',
  write: 'Skicka meddelande',
  profile: 'Visa profilen',
  edit: 'Redigera profilen',
  named: (action: string, name: string) => `${action}: ${name}`,
  again: (day: string) => `En ny förfrågan kan skickas från ${day}.`,
  status: {
    self: 'Det är du',
    blocked: 'Du har blockerat personen',
    contact: 'Ni är kontakter',
    request_received: 'Vill bli din kontakt',
    request_sent: 'Har inte svarat på din förfrågan än',
    follower: 'Du följer personen',
    none: '',
  },
  blockTitle: 'Blockera personen?',
  blockText: (name: string) =>
    `Du och ${name} kan inte längre skriva till, följa eller hitta varandra. Är ni kontakter upphör det, även om du ångrar blockeringen senare. ${name} får inte veta att du har blockerat.`,
  removeTitle: 'Ta bort kontakten?',
  removeText: (name: string) =>
    `Du och ${name} är inte längre varandras kontakter. Vill ni bli det igen behövs en ny förfrågan.`,
  greetTitle: (name: string) => `Hälsning till ${name}`,
  greeting: 'Din hälsning',
  greetingHint: 'Frivillig, högst 500 tecken.',
  send: 'Skicka förfrågan',
};

export const personCardTexts = {
  label: (name: string) => `Om ${name}`,
  online: 'inloggad nu',
  inCommon: 'Gemensamt',
  absent: 'Personen finns inte, eller vill inte synas för dig.',
  close: 'Stäng',
};

export const privacyTexts = {
  title: (name: string) => `Vad ${name} får se`,
  feed: 'Inlägg',
  event: 'Kalender',
  feedOptions: {
    ALL: { label: 'Allt som jag delar med kontakter', hint: '' },
    PUBLIC: { label: 'Bara det som är offentligt', hint: '' },
  },
  eventOptions: {
    NONE: { label: 'Ingenting', hint: '' },
    FREE_BUSY: { label: 'Om jag är ledig eller upptagen', hint: '' },
    DETAILS: { label: 'Vad jag gör', hint: '' },
    EDIT: { label: 'Vad jag gör, och får ändra', hint: '' },
  },
  save: 'Spara',
};

export const addTexts = {
  title: 'Lägg till kontakter',
  back: 'Till kontakterna',
  me: {
    title: 'Lägg till mig',
    text: 'Visa koden för den som står bredvid dig. Personen skannar den med telefonens kamera, och ni blir kontakter direkt.',
    make: 'Visa min kod',
    code: 'QR-kod som leder till din adress',
    link: 'Din adress',
    copy: 'Kopiera',
    copied: 'Adressen är kopierad',
    copyFailed: 'Adressen kunde inte kopieras. Markera den och kopiera själv.',
    share: 'Dela',
    until: (day: string) => `Gäller till ${day}.`,
    runOut: 'Koden har gått ut.',
    renew: 'Gör en ny kod',
    withdraw: 'Återkalla koden',
    withdrawTitle: 'Återkalla koden?',
    withdrawText: 'Den som har adressen kan inte längre använda den.',
    withdrawn: 'Koden är återkallad',
    large: 'Visa stort',
  },
  invite: {
    title: 'Bjud in med e-post eller SMS',
    text: 'Inbjudan är personlig, kan användas en gång och gäller i 30 dagar. Är personen redan här får den en kontaktförfrågan.',
    by: 'Hur',
    email: 'E-post',
    sms: 'SMS',
    address: 'E-postadress',
    phone: 'Mobilnummer',
    phoneHint: 'Till exempel 070-123 45 67',
    message: 'Hälsning',
    messageHint: 'Frivillig, högst 500 tecken.',
    submit: 'Skicka inbjudan',
    missingEmail: 'Skriv en e-postadress.',
    missingPhone: 'Skriv ett mobilnummer.',
    sent: (to: string) => `Skickad till ${to}.`,
  },
  import: {
    title: 'Hämta från telefonens kontakter',
    text: 'Välj en fil som telefonen har sparat, så visar vi vilka som redan är här.',
    go: 'Importera kontakter',
  },
};

export const importTexts = {
  title: 'Importera kontakter',
  text: 'Välj en fil med kontakter (vCard eller CSV) från telefonen eller e-posten. Vi visar vilka som är här och låter sig hittas, och du väljer själv vem du vill lägga till eller bjuda in.',
  kept: 'Filen sparas inte, och ingen får veta att de fanns i den.',
  choose: 'Välj fil',
  another: 'Välj en annan fil',
  hint: 'Högst 1 MB och 1 000 personer.',
  wrongType: 'Filen är varken vCard (.vcf) eller CSV.',
  tooLarge: 'Filen är större än 1 MB.',
  reading: 'Filen läses …',
  none: 'Inga personer hittades i filen.',
  here: 'Redan här',
  others: 'Kan bjudas in',
  found: (n: number) => many(n, 'person hittades i filen', 'personer hittades i filen'),
  invite: 'Bjud in',
  inviteNamed: (name: string) => `Bjud in ${name}`,
  invited: 'Inbjuden',
  noAddress: 'Har varken e-post eller telefon',
  more: 'Visa fler',
};

/** /kontakter/lagg-till/{token} */
export const welcomeTexts = {
  title: (name: string) => `${name} vill bli din kontakt`,
  link: 'Säg ja, så är ni varandras kontakter direkt.',
  invitation: 'Säg ja, så får du en kontaktförfrågan att svara på.',
  until: (day: string) => `Gäller till ${day}.`,
  out: 'Logga in eller skapa ett konto, så kommer du tillbaka hit.',
  signIn: 'Logga in',
  signUp: 'Skapa konto',
  take: 'Lägg till',
  open: 'Svara på förfrågan',
  self: 'Det här är din egen adress.',
  nowContacts: 'Ni är nu kontakter',
  waits: 'Förfrågan väntar på ditt svar',
  goneTitle: 'Adressen gäller inte längre',
  gone: 'Den är använd, återkallad eller har gått ut. Be om en ny.',
  contacts: 'Till kontakterna',
  home: 'Till startsidan',
};
