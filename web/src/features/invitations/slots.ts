import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  organisation: [{ order: 90, load: () => import('./InviteCard.tsx') }],
  family: [{ order: 90, load: () => import('./InviteCard.tsx') }],
};
