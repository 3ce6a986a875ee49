import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    {
      path: 'nyhetsbrev/:idEntity/:idNewsletter',
      access: 'own',
      load: () => import('./NewsletterPage.tsx'),
    },
  ],
};
