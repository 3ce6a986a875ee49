import { IconCalendarCheck } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';

// One file for both.
const ofDay = () => import('./ofDay.ts');

export const slots: Slots = {
  cards: [{ type: 'BOOKING', load: () => import('./cards.tsx') }],
  day: [{ order: 20, load: async () => ({ default: (await ofDay()).BookingsOfDay }) }],
  myDay: [{ order: 20, load: async () => ({ default: (await ofDay()).MyDayBookings }) }],
  organisation: [{ order: 15, load: () => import('./BookablesOf.tsx') }],
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
