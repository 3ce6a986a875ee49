/**
 * Which file holds which page. Only this list comes with the first load; a test holds it
 * against the files.
 */
import type { InfoPages } from './types.ts';

type Group = { name: string; load: () => Promise<{ pages: InfoPages }>; paths: string[] };

export const groups: Group[] = [
  {
    name: 'days',
    load: () => import('./days.ts'),
    paths: [
      '/helgdagar',
      '/flaggdagar',
      '/aftnar',
      '/temadagar',
      '/fn-dagar',
      '/samhallsinformation',
      '/temakalendrar',
      '/ortskalendrar',
      '/lander',
      '/2025',
      '/2026',
    ],
  },
  {
    name: 'audiences',
    load: () => import('./audiences.ts'),
    paths: [
      '/me',
      '/motor',
      '/naringsliv',
      '/event',
      '/akademin',
      '/forening/mallar',
      '/forening/bidrag',
      '/skolmatskalendern',
      '/utvecklingssamtal',
      '/utflykt',
      '/vikariehantering',
      '/resursbokning',
      '/docs/privatpersoner',
      '/docs/foretag',
      '/docs/foreningar',
      '/docs/kommuner',
      '/docs/skolor',
      '/docs/turistbyra',
    ],
  },
  {
    name: 'features',
    load: () => import('./features.ts'),
    paths: [
      '/docs/features/budget-planning',
      '/docs/features/leisure-activities',
      '/docs/features/bookings',
      '/docs/features/sports-bookings',
      '/docs/features/analytics',
      '/docs/features/associations',
      '/docs/features/association-members',
      '/docs/funktioner/bokningssystem',
      '/docs/funktioner/rumsbokare',
      '/docs/funktioner/kalender-pa-hemsida',
    ],
  },
  {
    name: 'about',
    load: () => import('./about.ts'),
    paths: [
      '/docs',
      '/support',
      '/faq',
      '/docs/fragor-och-svar',
      '/docs/guider',
      '/docs/annonsera',
      '/docs/reklam',
      '/docs/api',
      '/docs/konto',
      '/docs/om',
      '/docs/oppen-kallkod',
      '/om-oss',
      '/kontakt',
      '/skapa',
      '/pro',
    ],
  },
  {
    name: 'legal',
    load: () => import('./legal.ts'),
    paths: ['/docs/anvandarvillkor', '/docs/integritetspolicy', '/docs/gdpr', '/docs/kopvillkor'],
  },
];

export const infoPaths: string[] = groups.flatMap((group) => group.paths);

/** The page of a path, with its group's file. */
export async function loadInfo(path: string) {
  const group = groups.find(({ paths }) => paths.includes(path));
  return (await group?.load())?.pages[path];
}
