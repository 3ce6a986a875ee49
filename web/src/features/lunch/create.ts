import { IconSoup } from '@tabler/icons-react';
import { type CreateOption, forAdmins } from '@/area/create.ts';
import { lunchPath } from './paths.ts';

export const options: readonly CreateOption[] = [
  {
    id: 'lunch-menu',
    label: 'Lunchmeny',
    description: 'Veckans mat i skolan',
    category: 'tools',
    icon: IconSoup,
    iconColor: 'lime',
    shortcut: 'u',
    requires: forAdmins(['school', 'preschool']),
    action: ({ id }, { navigate }) => navigate(lunchPath(id)),
  },
];
