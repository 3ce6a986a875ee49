import type { Slots } from '@/area/slots.ts';

export const slots: Slots = {
  organisation: [{ order: 50, load: () => import('./CoursesOf.tsx') }],
  cards: [{ type: 'LESSON', load: () => import('./LessonCard.tsx') }],
};
