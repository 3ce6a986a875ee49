import type { Slots } from '@/area/slots.ts';
import { isSchool } from '@/lib/schools.ts';

export const slots: Slots = {
  day: [{ order: 10, load: () => import('./LunchOfDay.tsx') }],
  organisation: [{ order: 20, when: isSchool, load: () => import('./LunchCard.tsx') }],
};
