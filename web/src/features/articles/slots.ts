import { IconArticle } from '@tabler/icons-react';
import type { Slots } from '@/area/slots.ts';

const of = () => import('./ArticlesOf.tsx');

export const slots: Slots = {
  organisation: [{ order: 40, load: of }],
  person: [
    {
      order: 40,
      load: async () => ({ default: (await of()).ArticlesOfPerson }),
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
