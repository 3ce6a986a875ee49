import type { Area } from '@/area/area.ts';

const load = () => import('./SearchPage.tsx');

export const search: Area = {
  pages: [
    { path: 'search', access: 'anybody', load },
    { path: 'sok', access: 'anybody', load },
  ],
};
