import type { Area } from '@/area/area.ts';

// One door for the pages of few: the first script, which everybody loads, says of each door what comes with it.
const managing = () => import('./managing.ts');

export const area: Area = {
  pages: [
    { path: 'bookings', access: 'own', load: () => import('./BookingsPage.tsx') },
    {
      path: ':entitySlug/boka/:bookableSlug?',
      access: 'own',
      load: () => import('./BookPage.tsx'),
    },
    {
      path: ':entitySlug/boka/:bookableSlug/skylt',
      access: 'own',
      load: async () => (await managing()).door(),
    },
    { path: ':entitySlug/bokningar', access: 'own', load: async () => (await managing()).day() },
    { path: 'settings/opening-hours', access: 'own', load: async () => (await managing()).hours() },
    { path: 'settings/locations', access: 'own', load: async () => (await managing()).locations() },
    // The list, a new one, one of them, and opening hours are pages below this.
    {
      path: 'settings/resources/*',
      access: 'own',
      load: async () => (await managing()).resources(),
    },
  ],
};
