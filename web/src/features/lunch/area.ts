import type { Area } from '@/area/area.ts';

export const area: Area = {
  pages: [{ path: 'skolmatsedel', access: 'anybody', load: () => import('./LunchPage.tsx') }],
};
