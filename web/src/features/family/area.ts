import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [{ path: 'family', access: 'own', load: () => import('./FamilyPage.tsx') }],
};
