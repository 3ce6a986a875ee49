import type { Area, AreaPage } from '@/area/area.ts';

const page = (path: string): AreaPage => ({
  path,
  access: 'anybody',
  load: () => import('./SchoolPage.tsx'),
});

export const area: Area = {
  pages: ['skolkalender', 'studiekalender', 'klasskalender', 'personalkalender'].map(page),
};
