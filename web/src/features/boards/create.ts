import { IconLayoutKanban } from '@tabler/icons-react';
import type { CreateOption } from '@/area/create.ts';
import { newBoardPath } from './paths.ts';

export const options: readonly CreateOption[] = [
  {
    id: 'board',
    label: 'Tavla',
    description: 'Uppgifter i listor, för alla som ska göra dem',
    category: 'tools',
    icon: IconLayoutKanban,
    iconColor: 'indigo',
    action: ({ type, id }, { navigate }) =>
      navigate(newBoardPath(type === 'organization' ? id : undefined)),
  },
];
