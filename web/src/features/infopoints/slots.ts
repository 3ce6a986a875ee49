import { IconMapPin } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  home: [
    {
      id: 'infopoint',
      label: 'Infopoint',
      icon: IconMapPin,
      order: 60,
      load: () => import('./MyInfopoints.tsx'),
    },
  ],
};
