/** The footer's links: on every page, so that they stand apart from the menus. */
import type { Menu } from './menus.ts';

export const footerMenus: Menu[] = [
  {
    title: 'Lösningar',
    links: [
      { label: 'Privatpersoner', to: '/docs/privatpersoner' },
      { label: 'Företag', to: '/docs/foretag' },
      { label: 'Föreningar', to: '/docs/foreningar' },
      { label: 'Kommuner', to: '/docs/kommuner' },
      { label: 'Skolor', to: '/docs/skolor' },
      { label: 'Turistbyråer', to: '/docs/turistbyra' },
    ],
  },
  {
    title: 'Funktioner',
    links: [
      { label: 'Bokningssystem', to: '/docs/funktioner/bokningssystem' },
      { label: 'Rumsbokare', to: '/docs/funktioner/rumsbokare' },
      { label: 'Kalender på hemsida', to: '/docs/funktioner/kalender-pa-hemsida' },
      { label: 'Skolmatskalendern', to: '/skolmatskalendern' },
    ],
  },
  {
    title: 'Stöd',
    links: [
      { label: 'Akademin', to: '/akademin' },
      { label: 'Frågor och svar', to: '/docs/fragor-och-svar' },
      { label: 'Guider', to: '/docs/guider' },
      { label: 'Annonsera', to: '/docs/annonsera' },
      { label: 'API', to: '/docs/api' },
    ],
  },
  {
    title: 'Om Kalender',
    links: [
      { label: 'Om oss', to: '/docs/om' },
      { label: 'Konto', to: '/docs/konto' },
      { label: '2025', to: '/2025' },
      { label: '2026', to: '/2026' },
    ],
  },
  {
    title: 'Villkor',
    links: [
      { label: 'Användarvillkor', to: '/docs/anvandarvillkor' },
      { label: 'Integritetspolicy', to: '/docs/integritetspolicy' },
      { label: 'Köpvillkor', to: '/docs/kopvillkor' },
      { label: 'GDPR', to: '/docs/gdpr' },
      { label: 'Reklam', to: '/docs/reklam' },
    ],
  },
];
