import type { Slots } from '@/area/slots.ts';

export const slots: Slots = { contact: [{ load: () => import('./ContactField.tsx') }] };
