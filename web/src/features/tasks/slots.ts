import { IconChecklist } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';

const parts = () => import('./parts.ts');

export const slots: Slots = {
  organisation: [{ order: 18, load: async () => (await parts()).ofOrganisation() }],
  family: [{ order: 20, load: async () => (await parts()).ofOrganisation() }],
  home: [
    {
      id: 'tasks',
      label: 'Mina uppgifter',
      icon: IconChecklist,
      order: 40,
      load: async () => (await parts()).next(),
    },
  ],
  task: [{ load: async () => (await parts()).inside(), line: async () => (await parts()).line() }],
  cards: [{ type: 'TASK', load: async () => (await parts()).card() }],
  fromMessage: [
    {
      id: 'task',
      label: 'Gör till uppgift',
      icon: IconChecklist,
      order: 10,
      load: async () => (await parts()).dialog(),
    },
  ],
};
