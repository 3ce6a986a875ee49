import { IconMapPinPlus } from '@tabler/icons-react';
import type { CreateOption } from '@/area/create.ts';
import { NEW, newFor } from './paths.ts';

export const options: readonly CreateOption[] = [
  {
    id: 'infopoint',
    label: 'Plats',
    description: 'En lekplats, ett kafé, något att se',
    category: 'tools',
    icon: IconMapPinPlus,
    iconColor: 'teal',
    action: ({ type, id }, { navigate }) => navigate(type === 'organization' ? newFor(id) : NEW),
  },
];
