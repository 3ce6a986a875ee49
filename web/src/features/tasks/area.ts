import type { Area } from '@/area/area.ts';

const parts = () => import('./parts.ts');

export const area: Area = {
  pages: [
    { path: 'uppgifter', access: 'own', load: async () => (await parts()).mine() },
    { path: 'uppgifter/:idTask', access: 'own', load: async () => (await parts()).one() },
    // One of its comments, as chat addresses a thread.
    {
      path: 'uppgifter/:idTask/trad/:threadId',
      access: 'own',
      load: async () => (await parts()).one(),
    },
    {
      path: ':entitySlug/uppgifter',
      access: 'own',
      load: async () => (await parts()).organisation(),
    },
  ],
  commands: [
    {
      id: 'tasks.word',
      scope: 'composer',
      word: '/uppgift',
      label: 'Lägg till en uppgift',
      use: '/uppgift ring Karin i morgon 15',
      write: async (rest) => (await parts()).word(rest),
    },
  ],
};
