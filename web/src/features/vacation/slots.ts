import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  info: [{ path: '/vikariehantering', load: () => import('./substitutes/SubstitutesStart.tsx') }],
  organisation: [{ order: 17, load: () => import('./VacationOf.tsx') }],
};
