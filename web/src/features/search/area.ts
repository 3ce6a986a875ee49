import type { Area } from '@/area/area.ts';

const load = () => import('./SearchPage.tsx');

export const area: Area = {
  pages: [
    { path: 'search', access: 'anybody', load },
    { path: 'sok', access: 'anybody', load },
  ],
};
