import type { Area } from '@/area/area.ts';

const parts = () => import('./parts.ts');

export const area: Area = {
  pages: [
    { path: 'tavlor', access: 'own', load: async () => (await parts()).all() },
    { path: 'tavla/:idBoard', access: 'own', load: async () => (await parts()).one() },
  ],
};
