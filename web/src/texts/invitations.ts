/** Invitations to organisations. 'Inbjudan skickad' is the specification's (social.md). */

const people = (count: number) => (count === 1 ? '1 person' : `${count} personer`);
const rows = (count: number) => (count === 1 ? '1 rad' : `${count} rader`);

export const inviteTexts = {
  title: 'Bjud in',
  of: (name: string) => `Bjud in till ${name}`,
  card: 'Bjud in med e-post, länk eller lista',
  cardText: 'Den som inte har något konto kan skapa ett från inbjudan.',
  tabList: 'Sätt att bjuda in',
  tabs: { one: 'En person', link: 'Länk', many: 'Många', sent: 'Inbjudna' },
  noAccess: {
    title: 'Du kan inte bjuda in här',
    text: 'Det kan organisationens ägare och administratörer.',
  },
  toStart: 'Till startsidan',
  offline: 'Du är offline. Det som redan är hämtat visas.',
  role: 'Roll',
  choose: 'Välj organisation',
  chooseText: 'Vart vill du bjuda in?',
  none: {
    title: 'Du bjuder inte in till någon organisation',
    text: 'Ägare och administratörer kan bjuda in. Skapa en organisation eller be om rollen.',
  },
  copy: 'Kopiera länken',
  copied: 'Länken är kopierad.',
  copyFailed: 'Länken kunde inte kopieras. Markera den och kopiera för hand.',
};

export const oneTexts = {
  email: 'E-postadress',
  firstName: 'Förnamn (valfritt)',
  message: 'Hälsning (valfritt)',
  messageHint: 'Står i mejlet. Länkar tas bort.',
  submit: 'Skicka inbjudan',
  sent: 'Inbjudan skickad',
  standing: 'Adressen har redan en inbjudan som gäller. Den finns under Inbjudna.',
  missing: 'Skriv en e-postadress.',
};

export const linkTexts = {
  title: 'Ny länk',
  text: 'Den som har länken kan gå med, tills den är förbrukad eller går ut. Var och en räknas en gång.',
  uses: 'Högst så många personer',
  days: 'Gäller i',
  lasts: { 1: '1 dag', 7: '7 dagar', 30: '30 dagar', 365: '1 år' } as Record<number, string>,
  submit: 'Skapa länk',
  made: 'Länken är skapad.',
  current: 'Länkar',
  none: 'Här finns ingen länk än.',
  code: 'QR-kod för inbjudan',
  show: 'Visa QR-kod',
  hide: 'Dölj QR-kod',
  address: 'Länk',
  used: (used: number, most: number) => `${used} av ${most} har gått med`,
  until: (date: string) => `gäller till ${date}`,
  over: 'leder inte längre in',
  revoke: 'Ta bort länken',
  revokeTitle: 'Ta bort länken?',
  revokeText: 'Den leder ingen mer in. Den som redan har gått med är kvar.',
  revoked: 'Länken är borttagen.',
};

export const manyTexts = {
  title: 'Klistra in eller välj en fil',
  list: 'Listan',
  text: 'En person per rad: e-post, förnamn, efternamn, roll. En CSV-fil kan ha rubriker. Högst 10 000 rader, fem listor om dagen.',
  paste: 'Adresser',
  placeholder: 'asa@example.se; Åsa; Ek\nbo@example.se',
  file: 'Välj CSV-fil',
  usual: 'Roll för rader utan roll',
  message: 'Hälsning i mejlen (valfritt)',
  check: 'Granska listan',
  again: 'Granska igen',
  empty: 'Klistra in adresser eller välj en fil.',
  checked: (good: number, bad: number) =>
    bad === 0
      ? `${people(good)} får en inbjudan.`
      : `${people(good)} får en inbjudan. ${rows(bad)} behöver rättas eller hoppas över.`,
  bad: 'Att rätta',
  badText: 'Rätta och granska igen, eller ta bort raden. Det som står kvar hoppas över.',
  goodTitle: 'Får en inbjudan',
  more: (count: number) => `… och ${count} till`,
  row: (row: number) => `Rad ${row}`,
  email: (row: number) => `E-postadress på rad ${row}`,
  rowRole: (row: number) => `Roll på rad ${row}`,
  drop: 'Ta bort',
  dropRow: (row: number) => `Ta bort rad ${row}`,
  send: (count: number) => `Skicka till ${people(count)}`,
  startOver: 'Börja om',
};

/** What became of a row, by the contract's codes (§11.2). */
export const codeTexts: Record<string, string> = {
  WAITING: 'Väntar',
  SENT: 'Skickad',
  DUPLICATE: 'Står redan i listan',
  STANDING: 'Har redan en inbjudan',
  UNSUBSCRIBED: 'Vill inte ha inbjudningar',
  RESTING: 'Mejl hit har studsat nyligen',
  CANCELLED: 'Avbruten',
  INVALID_EMAIL: 'Ingen giltig e-postadress',
  ROLE_UNKNOWN: 'Okänd roll',
  ROLE_TOO_LOW: 'Du kan inte bjuda in till rollen',
  REFUSED: 'Adressen tar inte emot mejl',
  UNREACHABLE: 'Mejlet kunde inte levereras',
  INVITER_LOST_RIGHT: 'Den som bjöd in får inte det längre',
};

export const progressTexts = {
  title: 'Utskicket',
  bar: 'Så långt har utskicket kommit',
  status: {
    QUEUED: 'Utskicket väntar på sin tur.',
    RUNNING: 'Inbjudningarna skickas. Du kan lämna sidan.',
    COMPLETED: 'Utskicket är klart.',
    FAILED: 'Utskicket avbröts, för du får inte längre bjuda in.',
  } as Record<string, string>,
  counts: (sent: number, skipped: number, failed: number) =>
    `${sent} skickade · ${skipped} överhoppade · ${failed} misslyckade`,
  left: (count: number) => `${count} kvar`,
  cancel: 'Avbryt utskicket',
  cancelled: 'Det som inte hade skickats skickas inte.',
  retry: (count: number) => `Rätta och skicka om ${rows(count)}`,
  table: 'Hämta som CSV',
  another: 'Ny lista',
};

export const sentTexts = {
  empty: {
    title: 'Ingen är inbjuden',
    text: 'Den du bjuder in står här tills inbjudan är besvarad.',
  },
  unnamed: 'Inbjuden person',
  as: (role: string) => `Som ${role.toLowerCase()}`,
  states: {
    PENDING: 'Väntar på svar',
    ACCEPTED: 'Har tackat ja',
    DECLINED: 'Har tackat nej',
    REVOKED: 'Tillbakadragen',
    EXPIRED: 'Har gått ut',
  } as Record<string, string>,
  until: (date: string) => `gäller till ${date}`,
  resend: 'Skicka igen',
  resendTo: (who: string) => `Skicka igen till ${who}`,
  resent: 'Inbjudan skickad',
  revoke: 'Dra tillbaka',
  revokeOf: (who: string) => `Dra tillbaka inbjudan till ${who}`,
  revoked: 'Inbjudan är tillbakadragen.',
};

export const landingTexts = {
  title: (name: string) => `Du är inbjuden till ${name}`,
  text: (by: string, role: string) =>
    by
      ? `${by} bjuder in dig som ${role.toLowerCase()}.`
      : `Du bjuds in som ${role.toLowerCase()}.`,
  for: (email: string) => `Inbjudan är till ${email}.`,
  until: (date: string) => `Svara senast ${date}.`,
  join: 'Gå med',
  decline: 'Tacka nej',
  declined: (name: string) => `Du har tackat nej till ${name}.`,
  joined: (name: string) => `Välkommen till ${name}!`,
  out: 'Logga in eller skapa ett konto för att svara. Du kommer tillbaka hit.',
  signUp: 'Skapa konto',
  signIn: 'Logga in',
  other: (email: string, mine: string) =>
    `Inbjudan är till ${email}, men du är inloggad som ${mine}. Logga ut och in med rätt konto.`,
  member: 'Du är redan med.',
  open: (name: string) => `Öppna ${name}`,
  home: 'Till startsidan',
  gone: {
    EXPIRED: { title: 'Inbjudan har gått ut', text: 'Be den som bjöd in dig om en ny.' },
    REVOKED: {
      title: 'Inbjudan är tillbakadragen',
      text: 'Fråga den som bjöd in dig om det är ett misstag.',
    },
    USED: {
      title: 'Inbjudan är redan använd',
      text: 'Har du redan svarat hittar du organisationen när du loggar in.',
    },
    NOT_FOUND: { title: 'Inbjudan finns inte', text: 'Kontrollera att hela länken kom med.' },
  } as Record<string, { title: string; text: string }>,
};

export const leaveTexts = {
  title: 'Inga fler inbjudningar',
  text: 'Vill du slippa inbjudningar till organisationer på den här adressen? Det gäller alla som bjuder in.',
  submit: 'Skicka inga fler',
  doneTitle: 'Du får inga fler inbjudningar',
  doneText: 'Adressen får inga fler inbjudningar från oss. Annat du bett om kommer som vanligt.',
  failedTitle: 'Länken gäller inte',
  failed: 'Kontrollera att hela länken kom med från mejlet.',
  home: 'Till startsidan',
};
