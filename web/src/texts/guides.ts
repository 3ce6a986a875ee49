import type { GuideId, TourRole } from '@/lib/guideIds.ts';

export type GuideStep = {
  /** Where it points; none: in the middle of the page. */
  element?: string;
  title: string;
  description: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
};

export type GuideTexts = {
  name: string;
  title: string;
  description: string;
  /** Emoji. */
  icon: string;
  /** Minutes. */
  duration: number;
  features: { icon: string; text: string }[];
  steps: GuideStep[];
};

export const guideTexts = {
  progress: '{{current}} av {{total}}',
  next: 'Nästa →',
  previous: '← Föregående',
  done: 'Avsluta',
  completed: 'Guide slutförd! Dina framsteg sparas...',
  notSaved: 'Guide-status kunde inte sparas på servern. Dina framsteg har sparats lokalt.',
  tooFast: 'Hallå där - vi förstår att du är snabb! Läs gärna varje steg innan du går vidare.',
  missing:
    'Elementen för guiden kunde inte hittas just nu. Du kan starta om guiden från hjälpmenyn när du är på rätt sida.',
  stillLoading:
    'Sidan laddas fortfarande. Du kan starta om guiden från hjälpmenyn när den är klar.',
  missingTitle: 'Guiden',
  welcome: {
    title: 'Välkommen till Kalender!',
    text: 'En kort rundtur visar var allt finns. Den tar ungefär 1–2 minuter.',
  },
  start: 'Starta guiden',
  skip: 'Hoppa över',
  skipTitle: 'Obligatorisk introduktion',
  skipText:
    'Obligatorisk introduktion till Kalender. Den tar ungefär 1–2 minuter. Klicka OK för att starta.',
  closeTitle: 'Vänta lite till!',
  closeText: 'Vänta lite till! Det här är den enda obligatoriska introduktionen.',
  ok: 'OK',
  minutes: (n: number) => (n === 1 ? '1 minut' : `${n} minuter`),
  help: 'Hjälp',
  helpTitle: 'Guider',
  badgeNew: 'Ny',
  badgeSeen: 'Visad',
  helpLink: 'Hjälpsidor',
  supportLink: 'Kontakta support',
  shortcuts: 'Snabbtangenter',
  debug: 'Felsökningsläge',
  resetAll: 'Återställ alla guider',
  resetConfirm: 'Återställa alla guider? De visas då igen från början.',
  skipped: 'skipped by user',
  closed: 'closed before the end',
};

const at = (
  name: string,
  title: string,
  description: string,
  side: GuideStep['side'] = 'bottom',
): GuideStep => ({ element: `[data-tour="${name}"]`, title, description, side, align: 'start' });

const intro = (title: string, description: string): GuideStep => ({ title, description });

export const guideCatalog: Record<GuideId, GuideTexts> = {
  menu: {
    name: 'menu',
    title: 'Menyn',
    description: 'Var du hittar samtalen, sökningen och dig själv.',
    icon: '🧭',
    duration: 2,
    features: [
      { icon: '💬', text: 'Chatten och det olästa' },
      { icon: '🏢', text: 'Byta mellan dig och organisationer' },
      { icon: '🔔', text: 'Notiser' },
    ],
    steps: [
      at('logo', 'Hem', 'Logotypen tar dig alltid tillbaka till startsidan.'),
      at(
        'navigation',
        'Huvudmenyn',
        'Upptäck, Meddelanden och Chat. En siffra visar vad som är oläst.',
      ),
      at(
        'context',
        'Sammanhang',
        'Här ser du om du agerar som dig själv eller som en organisation, och byter mellan dem.',
      ),
      at('search', 'Sök', 'Hitta personer, organisationer, orter och dagar.'),
      at('create', 'Skapa', 'Allt du kan skapa på ett ställe. Ctrl+K eller ⌘K öppnar det också.'),
      at('notifications', 'Notiser', 'Klockan ringer när något gäller dig.'),
      at('profile', 'Du', 'Profilen, inställningarna och organisationerna du företräder.'),
      at('menu', 'Menyn', 'På en liten skärm finns allt här.'),
    ],
  },
  homepage: {
    name: 'homepage',
    title: 'Startsidan',
    description: 'Det som är nytt, och vägarna vidare.',
    icon: '🏠',
    duration: 2,
    features: [
      { icon: '📚', text: 'Delarna av startsidan' },
      { icon: '🏢', text: 'Dina organisationer' },
    ],
    steps: [
      at(
        'sections',
        'Delar',
        'Välj vad startsidan ska visa: organisationer, kalender, bokningar och mer.',
      ),
      at(
        'organisations',
        'Dina organisationer',
        'Öppna sidan eller gå direkt till chatten.',
        'top',
      ),
    ],
  },
  calendar: {
    name: 'calendar',
    title: 'Kalendern',
    description: 'Vyer, kalendrar och dagar.',
    icon: '📅',
    duration: 2,
    features: [{ icon: '📅', text: 'Helgdagar, aftnar och flaggdagar' }],
    steps: [
      at(
        'area',
        'Kalendern',
        'Här samlas dagarna: dina egna och organisationernas händelser, helgdagar och namnsdagar. Välj vy överst.',
      ),
    ],
  },
  'create-event': {
    name: 'create-event',
    title: 'Skapa händelse',
    description: 'Så skapar du en händelse.',
    icon: '✨',
    duration: 3,
    features: [{ icon: '✨', text: 'Möten, påminnelser och evenemang' }],
    steps: [at('area', 'Händelser', 'Skriv titel, tid och plats, och välj vem som ser händelsen.')],
  },
  search: {
    name: 'search',
    title: 'Sök',
    description: 'Hitta rätt på en minut.',
    icon: '🔎',
    duration: 1,
    features: [{ icon: '🔎', text: 'Personer, organisationer, orter och dagar' }],
    steps: [at('search', 'Sökfältet', 'Skriv, gå med pilarna och tryck Enter.')],
  },
  'organization-view': {
    name: 'organization-view',
    title: 'Organisationens sida',
    description: 'Vad du ser hos en organisation.',
    icon: '🏢',
    duration: 3,
    features: [{ icon: '🏢', text: 'Sidan, chatten och människorna' }],
    steps: [
      at('org-head', 'Organisationen', 'Namn, typ och vad du är här.'),
      at('org-chat', 'Chatten', 'Härifrån öppnar du organisationens kanaler.'),
      at('org-relations', 'Personer', 'Vilka som hör hit, och i vilken roll.', 'top'),
    ],
  },
  'organization-admin': {
    name: 'organization-admin',
    title: 'Administrera',
    description: 'Så sköter du en organisation.',
    icon: '🛠️',
    duration: 3,
    features: [{ icon: '🛠️', text: 'Medlemmar, ansökningar och inställningar' }],
    steps: [
      at(
        'admin-bar',
        'Administratörsvy',
        'Det gula fältet visar att du agerar för organisationen.',
      ),
      at('org-sidebar', 'Ansökningar', 'Här svarar du dem som vill bli medlemmar.', 'top'),
      at('org-relations', 'Personer', 'Byt roll, lämna över ägarskapet eller ta bort.', 'top'),
    ],
  },
  'organization-guide': {
    name: 'organization-guide',
    title: 'Din roll här',
    description: 'En rundtur efter vad just du är i organisationen.',
    icon: '👤',
    duration: 2,
    features: [{ icon: '👤', text: 'Det din roll ger dig' }],
    steps: [at('org-head', 'Organisationen', 'Namn, typ och vad du är här.')],
  },
  'event-view-guide': {
    name: 'event-view-guide',
    title: 'En händelse',
    description: 'Vad du ser hos en händelse.',
    icon: '🎫',
    duration: 2,
    features: [{ icon: '🎫', text: 'Tid, plats och vilka som kommer' }],
    steps: [
      at(
        'area',
        'Händelsen',
        'Här står tid, plats och beskrivning. Sköter du kalendern ändrar du händelsen härifrån.',
      ),
    ],
  },
  'calendar-edit-guide': {
    name: 'calendar-edit-guide',
    title: 'Redigera händelse',
    description: 'Hur en händelse ändras.',
    icon: '✏️',
    duration: 2,
    features: [{ icon: '✏️', text: 'Ändra tid, plats och text' }],
    steps: [
      at(
        'area',
        'Redigera',
        'Här ändrar du händelsen. Gäller den en serie får du välja vilka tillfällen.',
      ),
    ],
  },
};

/** The steps of an organisation's tour; who sees which is decided by role. */
export const orgSteps: GuideStep[] = [
  at('org-head', 'Organisationen', 'Namn, typ och vad du är här.'),
  at('org-sidebar', 'Administrera', 'Ansökningar och det som väntar på dig.', 'top'),
  at('org-booking', 'Bokningssystemet', 'Resurser och bokningar.', 'top'),
  at('org-relations', 'Relationer', 'Vilka som hör hit, och i vilken roll.', 'top'),
  at('org-chat', 'Chatten', 'Organisationens kanaler.'),
  at('org-time-report', 'Tidrapport', 'Rapportera din tid.', 'top'),
  at('org-vacation', 'Semester', 'Ansök om ledighet.', 'top'),
];

const role = (
  name: string,
  icon: string,
  duration: number,
  description: string,
  features: string[],
): GuideTexts => ({
  name,
  title: name,
  description,
  icon,
  duration,
  features: features.map((text) => ({ icon: '✓', text })),
  steps: [intro(name, description)],
});

export const roleTours: Record<TourRole, GuideTexts> = {
  owner: role('För ägaren', '👑', 5, 'Du har full kontroll över organisationen.', [
    'Fakturering',
    'Lämna över ägarskapet',
    'Sköta roller',
  ]),
  admin: role('För administratören', '🛠️', 4, 'Du sköter medlemmar och händelser.', [
    'Medlemmar och händelser',
    'Skicka nyhetsbrev',
    'Inte fakturering eller ägarens inställningar',
    'Kan inte ändra administratörer eller ägaren',
  ]),
  member: role('För medlemmen', '🙋', 2, 'Du är med i organisationen.', [
    'Innehåll för medlemmar',
    'Boka resurser',
    'Chatten',
    'Medlemsrabatter',
  ]),
  follower: role('För följaren', '🔔', 1, 'Du följer organisationen.', [
    'Notiser och favoriter',
    'Du kan ansöka om medlemskap',
  ]),
  visitor: role('För besökaren', '👀', 1, 'Du ser det som är öppet för alla.', [
    'Öppet innehåll',
    'Du kan följa organisationen',
  ]),
};
