import type { Area } from '@/area/area.ts';

const load = () => import('./PersonPage.tsx');

export const area: Area = {
  pages: [
    { path: 'u/:userName', access: 'anybody', load },
    { path: 'person/:userName', access: 'anybody', load },
  ],
};
