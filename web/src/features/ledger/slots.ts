import type { Slots } from '@/area/slots.ts';

export const slots: Slots = { bookings: [{ order: 10, load: () => import('./ToPay.tsx') }] };
