import { IconArticle } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  organisation: [{ order: 40, load: () => import('./ArticlesOf.tsx') }],
  person: [
    {
      order: 40,
      load: async () => ({ default: (await import('./ArticlesOf.tsx')).ArticlesOfPerson }),
    },
  ],
  home: [
    {
      id: 'articles',
      label: 'Artiklar',
      icon: IconArticle,
      order: 50,
      load: () => import('./MyArticles.tsx'),
    },
  ],
};
