export const shortcutTexts = {
  create: 'Öppna Skapa',
  search: 'Gå till sökfältet',
};

export const createTexts = {
  title: 'Skapa',
  placeholder: 'Sök, till exempel möte eller inlägg',
  search: 'Sök det du vill skapa',
  options: 'Det du kan skapa',
  emptyTitle: 'Inga resultat hittades',
  empty: 'Försök med en annan sökning',
  hint: {
    open: '⌘K eller Ctrl+K för att öppna',
    move: '↑ ↓ för att flytta',
    choose: 'Enter för att välja',
  },
  as: 'Skapa som',
  person: 'Du själv',
  shortcut: (key: string) => `snabbtangent ${key.toLocaleUpperCase('sv')}`,
  categories: {
    common: 'Vanligast',
    calendar: 'Kalender',
    booking: 'Bokning',
    communication: 'Kommunikation',
    commerce: 'Handel',
    organization: 'Organisation',
    tools: 'Verktyg',
    association: 'Förening',
    municipality: 'Kommun',
  },
  /** Of the options that no area declares (features/<name>/create.ts). */
  labels: {
    post: { label: 'Inlägg', description: 'Dela något med dem som följer dig' },
    event: { label: 'Händelse', description: 'Lägg något i kalendern' },
    photo: { label: 'Foto', description: 'Dela en bild' },
    meeting: { label: 'Möte', description: 'Bjud in till ett möte' },
    reminder: { label: 'Påminnelse', description: 'Bli påmind vid rätt tid' },
    'school-activity': { label: 'Skolaktivitet', description: 'Prov, utflykt eller studiedag' },
    booking: { label: 'Bokning', description: 'Boka en lokal, en bana eller en tid' },
    resource: { label: 'Resurs', description: 'Något som går att boka' },
    tickets: { label: 'Biljetter', description: 'Sälj biljetter till det ni ordnar' },
    promotion: { label: 'Erbjudande', description: 'Berätta om en kampanj' },
    'organization-post': {
      label: 'Inlägg från organisationen',
      description: 'Dela något i organisationens namn',
    },
    'opening-hours': { label: 'Öppettider', description: 'Tala om när ni har öppet' },
    location: { label: 'Plats', description: 'Lägg upp en adress' },
    'invite-person': { label: 'Bjud in en person', description: 'Till dina kontakter' },
    'association-event': {
      label: 'Föreningsevenemang',
      description: 'Match, träning eller årsmöte',
    },
    'membership-drive': { label: 'Medlemsvärvning', description: 'Bjud in nya medlemmar' },
    municipality: { label: 'Kommun', description: 'Se vad som händer i kommunen' },
  },
};
