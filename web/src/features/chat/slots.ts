import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  share: [{ load: () => import('./share/ShareDialog.tsx') }],
};
