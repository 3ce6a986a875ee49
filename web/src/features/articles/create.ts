import { IconArticle } from '@tabler/icons-react';
import type { CreateOption } from '@/area/create.ts';
import { newArticlePath } from './paths.ts';

export const options: readonly CreateOption[] = [
  {
    id: 'article',
    label: 'Artikel',
    description: 'Skriv en längre text',
    category: 'common',
    after: 'event',
    icon: IconArticle,
    iconColor: 'grape',
    shortcut: 'a',
    action: ({ type, id }, { navigate }) =>
      navigate(newArticlePath(type === 'organization' ? id : undefined)),
  },
];
