import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: 'moderering/:slug', access: 'own', load: () => import('./ModerationPage.tsx') },
    { path: 'moderering/arende/:idCase', access: 'own', load: () => import('./OwnCasePage.tsx') },
  ],
};
