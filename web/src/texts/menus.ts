/** The menus for those who are not signed in. */
import { contactLinks } from '@/lib/operator.ts';

export type MenuLink = { label: string; to: string };
export type Menu = { title: string; links: MenuLink[] };

export const publicMenus: Menu[] = [
  {
    title: 'Dagar och kalendrar',
    links: [
      { label: 'Helgdagar', to: '/helgdagar' },
      { label: 'Flaggdagar', to: '/flaggdagar' },
      { label: 'Aftnar', to: '/aftnar' },
      { label: 'Temadagar', to: '/temadagar' },
      { label: 'FN-dagar', to: '/fn-dagar' },
      { label: 'Samhällsinformation', to: '/samhallsinformation' },
      { label: 'Temakalendrar', to: '/temakalendrar' },
      { label: 'Ortskalendrar', to: '/ortskalendrar' },
      { label: 'Länder', to: '/lander' },
    ],
  },
  {
    title: 'Privatpersoner',
    links: [
      { label: 'Familjekalender', to: '/me' },
      { label: 'Helgdagar', to: '/helgdagar' },
      { label: 'Temadagar', to: '/temadagar' },
      { label: 'Budgetplanering', to: '/docs/features/budget-planning' },
      { label: 'Hushållssysslor', to: '/klyftig' },
      { label: 'Påminnelser', to: '/notifications' },
      { label: 'Ortskalendrar', to: '/ortskalendrar' },
      { label: 'Motorcykelkalender', to: '/motor' },
      { label: 'Fritidsaktiviteter', to: '/docs/features/leisure-activities' },
    ],
  },
  {
    title: 'Företag',
    links: [
      { label: 'Bokningar', to: '/docs/features/bookings' },
      { label: 'Personalschema och projektplanering', to: '/' },
      { label: 'Näringsliv', to: '/naringsliv' },
      { label: 'Dokumentation', to: '/docs' },
      { label: 'Statistik', to: '/docs/features/analytics' },
    ],
  },
  {
    title: 'Föreningar',
    links: [
      { label: 'Funktioner för föreningar', to: '/docs/features/associations' },
      { label: 'Boka bana och hall', to: '/docs/features/sports-bookings' },
      { label: 'Evenemang', to: '/event' },
      { label: 'Medlemmar', to: '/docs/features/association-members' },
      { label: 'Akademin', to: '/akademin' },
      { label: 'Chat', to: '/konversation' },
      { label: 'Mallar', to: '/forening/mallar' },
      { label: 'Bidrag', to: '/forening/bidrag' },
    ],
  },
  {
    title: 'Skolor',
    links: [
      { label: 'Skolkalender', to: '/skolkalender' },
      { label: 'Skolmatsedel', to: '/skolmatsedel' },
      { label: 'Studiekalender', to: '/studiekalender' },
      { label: 'Utvecklingssamtal', to: '/utvecklingssamtal' },
      { label: 'Klasskalender', to: '/klasskalender' },
      { label: 'Utflykter', to: '/utflykt' },
      { label: 'Vikariehantering', to: '/vikariehantering' },
      { label: 'Resursbokning', to: '/resursbokning' },
      { label: 'Personalkalender', to: '/personalkalender' },
    ],
  },
  {
    title: 'Resurser',
    links: [
      { label: 'Dokumentation', to: '/docs' },
      { label: 'Support', to: '/support' },
      { label: 'Frågor och svar', to: '/faq' },
      { label: 'API', to: '/api' },
      { label: 'Widgetar', to: '/widgets' },
      { label: 'Öppen källkod', to: contactLinks.source },
      { label: 'Om oss', to: '/om-oss' },
      { label: 'Blogg', to: '/blogg' },
      { label: 'Kontakt', to: '/kontakt' },
    ],
  },
];

/** The extra bar under the header; hidden until somebody wants it. */
export const linkBar: MenuLink[] = [
  { label: 'Helgdagar', to: '/helgdagar' },
  { label: 'Temadagar', to: '/temadagar' },
  { label: 'Flaggdagar', to: '/flaggdagar' },
  { label: 'Ortskalendrar', to: '/ortskalendrar' },
  { label: 'Näringsliv', to: '/naringsliv' },
  { label: 'Evenemang', to: '/event' },
  { label: '+ Skapa kalender', to: '/skapa' },
  { label: 'Pro-konto', to: '/pro' },
];
