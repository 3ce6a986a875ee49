import type { Area } from '@/area/area.ts';

// One door for all: the first script, which everybody loads, says of each door what comes with it.
const pages = () => import('./pages.ts');

export const area: Area = {
  pages: [
    { path: ':entitySlug/underlag', access: 'own', load: async () => (await pages()).list() },
    { path: 'underlag/:idEntry', access: 'own', load: async () => (await pages()).entry() },
    { path: 'settings/payments', access: 'own', load: async () => (await pages()).payments() },
  ],
};
