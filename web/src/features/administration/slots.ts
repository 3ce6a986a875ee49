import type { Slots } from '@/area/slots.ts';

// One door for both: a page with slots, whichever it is, says of each door what comes with it.
const parts = () => import('./parts.ts');

export const slots: Slots = {
  organisation: [{ order: 95, load: async () => (await parts()).card() }],
  acting: [{ order: 10, load: async () => (await parts()).link() }],
};
