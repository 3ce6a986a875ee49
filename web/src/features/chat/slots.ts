import type { Slots } from '@/area/slots.ts';

const parts = () => import('./parts.ts');

export const slots: Slots = {
  share: [{ load: async () => (await parts()).share() }],
  thread: [{ load: async () => (await parts()).thread() }],
};
