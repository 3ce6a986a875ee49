import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: ':entitySlug/inbjudningar', access: 'own', load: () => import('./InvitePage.tsx') },
    // From the create dialog.
    { path: 'members/invite', access: 'own', load: () => import('./WherePage.tsx') },
    // Whoever has the link of a mail, or of an organisation.
    { path: 'inbjudan/:token', access: 'anybody', load: () => import('./LandingPage.tsx') },
    { path: 'inbjudan/avanmal/:token', access: 'anybody', load: () => import('./LeavePage.tsx') },
  ],
};
