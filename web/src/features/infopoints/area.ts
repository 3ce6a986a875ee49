import type { Area } from '@/area/area.ts';

// One door for its pages: the first script, which everybody loads, says of each door what comes with it.
const pages = () => import('./pages.ts');

export const area: Area = {
  pages: [
    { path: 'infopoint', access: 'anybody', load: async () => (await pages()).list() },
    { path: 'infopoint/ny', access: 'own', load: async () => (await pages()).added() },
    {
      path: 'infopoint/:idInfopoint',
      access: 'anybody',
      load: async () => (await pages()).shown(),
    },
    {
      path: 'infopoint/:idInfopoint/redigera',
      access: 'own',
      load: async () => (await pages()).changed(),
    },
  ],
};
