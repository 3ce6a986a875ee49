import type { Slots } from '@/area/slots.ts';

const load = async () => ({ default: (await import('./lists/ComingOf.tsx')).ComingOfPage });

export const slots: Slots = {
  organisation: [{ order: 10, load }],
  person: [{ order: 10, load }],
  settings: [
    {
      id: 'reminders',
      label: 'Påminnelser',
      order: 10,
      load: () => import('./reminders/ReminderSettings.tsx'),
    },
    {
      id: 'ics',
      label: 'Prenumerera',
      order: 20,
      load: () => import('./subscribe/FeedSettings.tsx'),
    },
  ],
  cards: [{ type: 'EVENT', load: () => import('./cards.tsx') }],
};
