import type { Slots } from '@/area/slots.ts';

const parts = () => import('./parts.ts');

export const slots: Slots = {
  share: [{ load: async () => (await parts()).share() }],
  ask: [{ load: async () => (await parts()).ask() }],
  thread: [{ load: async () => (await parts()).thread() }],
};
