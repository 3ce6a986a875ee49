import type { Slots } from '@/area/slots.ts';

const load = () => import('./FeedOf.tsx');

export const slots: Slots = {
  organisation: [{ order: 30, load }],
  person: [{ order: 30, load }],
  cards: [{ type: 'POST', load: () => import('./cards.tsx') }],
};
