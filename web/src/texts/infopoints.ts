/** Infopoint: the guide to places. */
const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

/** What a place can be; in the order in which one chooses. */
export const infopointTypes = {
  PLAYGROUND: 'Lekplats',
  LIBRARY: 'Bibliotek',
  BATHING_PLACE: 'Badplats',
  SPORTS: 'Idrottsplats',
  SCHOOL: 'Skola',
  PRESCHOOL: 'Förskola',
  PARK: 'Park',
  NATURE: 'Naturområde',
  VIEWPOINT: 'Utsiktsplats',
  TRAIL: 'Vandrings- eller motionsspår',
  MUSEUM: 'Museum',
  CULTURE: 'Kulturhus eller scen',
  SIGHT: 'Sevärdhet',
  MEETING_PLACE: 'Mötesplats',
  YOUTH_CENTRE: 'Fritidsgård',
  CAFE: 'Kafé',
  RESTAURANT: 'Restaurang',
  SHOP: 'Butik',
  MARKET: 'Torg eller marknad',
  HEALTH: 'Vård eller apotek',
  SERVICE: 'Samhällsservice',
  RECYCLING: 'Återvinning',
  TOILET: 'Offentlig toalett',
  PARKING: 'Parkering',
  STOP: 'Hållplats eller station',
  DEFIBRILLATOR: 'Hjärtstartare',
  SHELTER: 'Vindskydd eller skyddsrum',
  CHARGING: 'Laddstation',
  CAMPING: 'Camping',
  OTHER: 'Annat',
};

export const infopointTexts = {
  title: 'Infopoint',
  lead: 'En guide till platser: sevärdheter, badplatser, utegym.',
  add: 'Lägg till en plats',
  search: 'Sök plats',
  type: 'Typ av plats',
  allTypes: 'Alla typer',
  near: 'Nära mig',
  radius: 'Hur nära',
  within: (km: number) => `Inom ${km} km`,
  stopNear: 'Sluta visa nära mig',
  locate: {
    denied:
      'Webbläsaren får inte läsa din position. Tillåt det i webbläsarens inställningar, eller sök efter platsen.',
    unavailable: 'Din position går inte att hämta just nu. Sök efter platsen i stället.',
    timeout: 'Det tog för lång tid att hämta din position. Försök igen.',
  },
  views: 'Visa som',
  tabs: { lista: 'Lista', karta: 'Karta' },
  heading: {
    view: 'Platser på kartan',
    near: 'Platser nära dig',
    q: (q: string) => `Platser som heter ”${q}”`,
  },
  found: (n: number) => (n === 0 ? 'Inga platser här' : many(n, 'plats', 'platser')),
  clusters: (n: number) =>
    `${many(n, 'plats', 'platser')} i grupper. Välj en grupp för att se platserna.`,
  cluster: (n: number, town: string) => `${many(n, 'plats', 'platser')} kring ${town}`,
  truncated: 'Det finns fler. Zooma in på kartan, sök eller välj typ.',
  wholeCountry: 'Visa hela Sverige',
  empty: {
    view: {
      title: 'Inga platser här',
      text: 'Flytta kartan, eller lägg till en plats som saknas.',
    },
    near: {
      title: 'Inga platser nära dig',
      text: 'Välj en större omkrets, eller lägg till en plats som saknas.',
    },
    q: {
      title: 'Ingen plats hittades',
      text: 'Sökningen går på platsens namn. Kontrollera stavningen.',
    },
  },
  showOnMap: (name: string) => `Visa på kartan: ${name}`,
  close: 'Stäng',
  hidden: 'Dold av moderator',
  distance: (words: string) => `${words} bort`,
  mapFailed: 'Kartan kunde inte laddas. Alla platser finns i listan.',
};

export const infopointMapTexts = {
  map: 'Karta över platser',
  point: (name: string) => `Karta: ${name}`,
  choose: 'Karta där du väljer plats',
  zoomIn: 'Zooma in',
  zoomOut: 'Zooma ut',
  outline: 'Sveriges kontur: Natural Earth',
  towns: 'Orter: GeoNames',
};

export const infopointActTexts = {
  favorite: 'Favorit',
  notification: 'Bevaka',
  favoriteOf: (name: string) => `Favorit: ${name}`,
  notificationOf: (name: string) => `Bevaka: ${name}`,
  said: {
    flFavorite: { on: 'Platsen är en favorit', off: 'Platsen är inte längre en favorit' },
    flNotification: {
      on: 'Du får en notis när platsen ändras',
      off: 'Du får inte längre notiser om platsen',
    },
  },
  undo: 'Ångra',
  signIn: 'Logga in för att spara favoriter och bevaka platser',
  newIn: (municipality: string) => `Meddela mig om nya platser i ${municipality}`,
  newSaid: {
    on: (municipality: string) => `Du får en notis om nya platser i ${municipality}`,
    off: (municipality: string) => `Du får inte längre notiser om nya platser i ${municipality}`,
  },
};

export const infopointPageTexts = {
  back: 'Alla platser',
  onMap: 'Visa på stora kartan',
  hidden: 'Dold av moderator',
  hours: 'Öppettider',
  address: 'Adress',
  link: 'Webbplats',
  position: 'Koordinater',
  municipality: 'Kommun',
  addedBy: 'Tillagd av',
  pictures: 'Bilder',
  picture: (n: number, all: number) => `Bild ${n} av ${all}`,
  openPicture: (n: number) => `Visa bild ${n} i full storlek`,
  edit: 'Ändra',
  editOrAddPictures: 'Ändra eller lägg till bilder',
  remove: 'Ta bort',
  removeTitle: (name: string) => `Ta bort ${name}?`,
  removeText: 'Platsen försvinner från kartan för alla. Det går inte att ångra.',
  removed: 'Platsen är borttagen',
  changed: (date: string) => `Ändrad ${date}`,
  absent: {
    title: 'Platsen finns inte',
    text: 'Den kan vara borttagen.',
  },
};

export const infopointFormTexts = {
  title: 'Lägg till en plats',
  editTitle: 'Ändra platsen',
  steps: ['Namn och läge', 'Mer om platsen'],
  step: (n: number, of: number, what: string) => `Steg ${n} av ${of}: ${what}`,
  name: 'Platsens namn',
  where: 'Var ligger den?',
  whereHint:
    'Tryck på kartan, använd din position eller skriv koordinaterna. Decimaler med komma eller punkt.',
  latitude: 'Latitud (nord–syd)',
  longitude: 'Longitud (öst–väst)',
  latitudeExample: 'Till exempel 59,3293',
  longitudeExample: 'Till exempel 18,0686',
  usePosition: 'Använd min position',
  usePositionHint: 'Avrundas till ungefär hundra meter. Tryck sedan på kartan där platsen ligger.',
  next: 'Nästa',
  back: 'Tillbaka',
  create: 'Lägg till platsen',
  save: 'Spara',
  cancel: 'Avbryt',
  created: 'Platsen finns nu på kartan',
  saved: 'Platsen är sparad',
  inNameOf: 'I vems namn?',
  myself: 'Mitt eget',
  type: 'Vad är det för plats?',
  chooseType: 'Välj typ',
  description: 'Beskrivning',
  address: 'Adress',
  link: 'Webbplats',
  linkHint: 'Börjar med https://',
  hours: 'Öppettider',
  hoursHint: 'Till exempel: mån–fre 10–18, lör 10–15',
  missing: {
    name: 'Skriv platsens namn.',
    latitude: 'Skriv latituden som ett tal, till exempel 59,3293.',
    longitude: 'Skriv longituden som ett tal, till exempel 18,0686.',
    latitudeRange: 'Latituden är ett tal mellan −90 och 90.',
    longitudeRange: 'Longituden är ett tal mellan −180 och 180.',
    type: 'Välj vad det är för plats.',
    link: 'Adressen behöver börja med https:// eller http://.',
  },
  restored: 'Det du hade börjat skriva är kvar.',
  startOver: 'Börja om',
  outside: 'Platsen ligger utanför Sverige.',
  swapped: 'Bytte du plats på latitud och longitud?',
  swap: 'Byt plats på dem',
  similarTitle: 'Är det samma plats?',
  similar: (n: number) =>
    n === 1
      ? 'Det finns redan en plats med samma namn alldeles intill.'
      : `Det finns redan ${n} platser med samma namn alldeles intill.`,
  goOn: 'Fortsätt ändå',
  conflict: {
    title: 'Någon annan har ändrat platsen',
    text: 'Platsen har ändrats sedan du öppnade den. Så här står den nu:',
    keep: 'Spara mitt',
    take: 'Ta deras',
    leave: 'Fortsätt skriva',
  },
};

export const infopointPictureTexts = {
  title: 'Bilder',
  lead: 'Den första syns i listor. Högst 8 bilder: JPEG, PNG eller WebP, högst 10 MB var.',
  conflict: 'Någon annan har ändrat platsen. Bilderna visas nu som de är.',
};

/** On an organisation's page. */
export const infopointOfTexts = {
  title: 'Platser',
  of: (name: string) => `Platser av ${name}`,
  empty: 'Här finns inga platser än. De som läggs till i organisationens namn visas på sidan.',
};

export const infopointMineTexts = {
  title: 'Infopoint',
  all: 'Alla platser',
  followed: 'Favoriter och bevakade platser',
  own: 'Platser jag lagt till',
  empty: {
    title: 'Inga favoriter än',
    text: 'Markera en plats som favorit eller bevaka den, så finns den här.',
  },
  municipalities: 'Nya platser i kommuner',
  stop: (municipality: string) => `Sluta meddela om ${municipality}`,
};
