import type { Slots } from '@/area/slots.ts';

const load = () => import('./lists/ComingOf.tsx');
const parts = () => import('./parts.ts');

export const slots: Slots = {
  organisation: [{ order: 10, load }],
  family: [{ order: 10, load }],
  person: [{ order: 10, load }],
  localArea: [{ order: 10, load: () => import('./local/LocalCalendar.tsx') }],
  settings: [
    {
      id: 'reminders',
      label: 'Påminnelser',
      order: 10,
      load: async () => (await parts()).reminders(),
    },
    {
      id: 'ics',
      label: 'Prenumerera',
      order: 20,
      load: async () => (await parts()).feeds(),
    },
  ],
  info: [{ path: '/utflykt', load: async () => (await parts()).outings() }],
  myDay: [{ order: 10, load: async () => (await parts()).myDay() }],
  cards: [{ type: 'EVENT', load: async () => (await parts()).card() }],
};
