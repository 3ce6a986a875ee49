import type { Slots } from '@/area/slots.ts';

const parts = () => import('./parts.ts');

export const slots: Slots = {
  organisation: [{ order: 19, load: async () => (await parts()).ofOrganisation() }],
  family: [{ order: 19, load: async () => (await parts()).ofOrganisation() }],
  taskPage: [{ order: 10, load: async () => (await parts()).ofTask() }],
  tasks: [{ order: 10, load: async () => (await parts()).way() }],
};
