import { IconMapPin } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';
import { infopointPath } from './paths.ts';

export const slots: Slots = {
  places: [{ find: () => import('./offered.ts'), path: infopointPath }],
  organisation: [{ order: 45, load: () => import('./PlacesOf.tsx') }],
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
