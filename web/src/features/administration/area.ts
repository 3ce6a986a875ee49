import type { Area } from '@/area/area.ts';

const load = () => import('./AdminPage.tsx');

export const area: Area = {
  pages: [
    // The platform's.
    { path: 'admin', access: 'own', load },
    { path: 'admin/:entitySlug', access: 'own', load },
  ],
};
