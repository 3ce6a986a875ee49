import type { Area } from '@/area/area.ts';

const reading = () => import('./reading.ts');

export const area: Area = {
  pages: [
    {
      path: 'klyftig',
      access: 'anybody',
      load: async () => ({ default: (await reading()).CoursesPage }),
    },
    {
      path: 'klyftig/:courseId',
      access: 'anybody',
      load: async () => ({ default: (await reading()).CoursePage }),
    },
    {
      path: 'klyftig/:courseId/lektion/:lessonId',
      access: 'anybody',
      load: async () => ({ default: (await reading()).LessonPage }),
    },
    // Comments of a lesson, as chat addresses a thread: there only the lesson is known.
    {
      path: 'klyftig/:courseId/lektion/:lessonId/trad/:threadId',
      access: 'own',
      load: async () => ({ default: (await reading()).LessonPage }),
    },
    { path: 'klyftig/lektion/:lessonId', access: 'own', load: () => import('./ToLesson.tsx') },
    {
      path: 'klyftig/lektion/:lessonId/trad/:threadId',
      access: 'own',
      load: () => import('./ToLesson.tsx'),
    },
    {
      path: 'klyftig/:courseId/intyg',
      access: 'own',
      load: () => import('./certificate/CertificatePage.tsx'),
    },
    {
      path: 'klyftig/intyg/:code',
      access: 'anybody',
      load: () => import('./certificate/PublicCertificatePage.tsx'),
    },
    {
      path: 'klyftig/admin/redigera/:courseId',
      access: 'own',
      load: async () => ({ default: (await reading()).EditCoursePage }),
    },
  ],
};
