import type { Area } from '@/area/area.ts';

const add = () => import('./AddPage.tsx');

export const area: Area = {
  pages: [
    { path: 'kontakter', access: 'own', load: () => import('./ContactsPage.tsx') },
    { path: 'kontakter/lagg-till', access: 'own', load: add },
    // From the create dialog.
    { path: 'contacts/invite', access: 'own', load: add },
    // Whoever has been given the address, also without an account.
    {
      path: 'kontakter/lagg-till/:token',
      access: 'anybody',
      load: () => import('./WelcomePage.tsx'),
    },
    { path: 'kontakter/importera', access: 'own', load: () => import('./ImportPage.tsx') },
  ],
};
