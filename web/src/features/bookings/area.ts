import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: 'bookings', access: 'own', load: () => import('./BookingsPage.tsx') },
    { path: ':entitySlug/boka', access: 'own', load: () => import('./BookPage.tsx') },
    { path: ':entitySlug/bokningar', access: 'own', load: () => import('./DayPage.tsx') },
    // The list, a new one, one of them, and opening hours are pages below this.
    { path: 'settings/resources/*', access: 'own', load: () => import('./ResourcesPages.tsx') },
  ],
};
