import type { Area } from '@/area/area.ts';

// One door for the pages of few: the first script, which everybody loads, says of each door what comes with it.
const changing = () => import('./changing.ts');

export const area: Area = {
  pages: [
    { path: 'infopoint', access: 'anybody', load: () => import('./InfopointsPage.tsx') },
    { path: 'infopoint/ny', access: 'own', load: async () => (await changing()).added() },
    {
      path: 'infopoint/:idInfopoint',
      access: 'anybody',
      load: () => import('./InfopointPage.tsx'),
    },
    {
      path: 'infopoint/:idInfopoint/redigera',
      access: 'own',
      load: async () => (await changing()).changed(),
    },
  ],
};
