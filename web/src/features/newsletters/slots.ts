import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  organisation: [{ order: 60, load: () => import('./NewslettersOf.tsx') }],
};
