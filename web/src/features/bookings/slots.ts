import { IconCalendarCheck } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';

// One file for both.
const ofDay = () => import('./ofDay.ts');
const starts = () => import('./starting.ts');

export const slots: Slots = {
  cards: [{ type: 'BOOKING', load: () => import('./cards.tsx') }],
  day: [{ order: 20, load: async () => ({ default: (await ofDay()).BookingsOfDay }) }],
  myDay: [{ order: 20, load: async () => ({ default: (await ofDay()).MyDayBookings }) }],
  organisation: [{ order: 15, load: () => import('./BookablesOf.tsx') }],
  info: [
    { path: '/resursbokning', load: async () => (await starts()).resources() },
    { path: '/utvecklingssamtal', load: async () => (await starts()).talks() },
  ],
  home: [
    {
      id: 'bookings',
      label: 'Mina bokningar',
      icon: IconCalendarCheck,
      order: 30,
      load: () => import('./MyBookings.tsx'),
    },
  ],
};
