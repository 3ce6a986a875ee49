import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  organisation: [{ order: 17, load: () => import('./VacationOf.tsx') }],
};
