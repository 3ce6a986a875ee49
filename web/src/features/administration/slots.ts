import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  organisation: [{ order: 95, load: () => import('./AdminCard.tsx') }],
  acting: [{ order: 10, load: () => import('./AdminLink.tsx') }],
};
