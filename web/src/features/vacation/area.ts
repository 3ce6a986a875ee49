import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [
    { path: ':entitySlug/semester', access: 'own', load: () => import('./VacationPage.tsx') },
  ],
};
