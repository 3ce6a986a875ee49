import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  settings: [
    {
      id: 'notifications',
      label: 'Notiser',
      order: 5,
      load: () => import('./settings/SettingsPart.tsx'),
    },
  ],
};
