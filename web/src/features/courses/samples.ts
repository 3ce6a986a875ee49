/** A course with its lessons, for tests. */
import type { Course, CourseOutline, CourseProgress, Lesson, OutlineLesson } from './types.ts';

const DAY = '2026-11-01T12:00:00.000Z';

export const progress = (change: Partial<CourseProgress> = {}): CourseProgress => ({
  state: 'ACTIVE',
  percent: 33,
  doneCount: 1,
  requiredCount: 3,
  resume: 12,
  position: 0,
  daStarted: DAY,
  daChanged: DAY,
  daFinished: null,
  ...change,
});

export const course = (change: Partial<Course> = {}): Course => ({
  id: 1,
  idEntity: 3,
  author: {
    kind: 'entity',
    idUser: null,
    idEntity: 3,
    displayName: 'Björkens IF',
    slug: 'bjorkens-if',
    userName: 'bjorkens-if',
    profileImage: null,
  },
  title: 'Ny hos oss',
  summary: 'Det första du behöver veta.',
  status: 'PUBLISHED',
  access: 'MEMBERS',
  sequential: true,
  certificate: false,
  lessonCount: 3,
  daCreated: DAY,
  daUpdated: DAY,
  daPublished: DAY,
  version: 2,
  abilities: ['ENROL'],
  progress: null,
  channel: null,
  ...change,
});

export const outlined = (id: number, change: Partial<OutlineLesson> = {}): OutlineLesson => ({
  id,
  title: `Lektion ${id}`,
  kind: 'TEXT',
  preview: false,
  required: true,
  published: true,
  done: false,
  locked: false,
  ...change,
});

export const outline = (lessons: OutlineLesson[][], version = 5): CourseOutline => ({
  content: lessons.map((own, at) => ({
    id: 101 + at,
    courseId: 1,
    title: `Modul ${at + 1}`,
    lessons: own,
    version: 1,
  })),
  page: 0,
  size: lessons.length,
  hasMore: false,
  version,
});

export const lesson = (id: number, change: Partial<Lesson> = {}): Lesson => ({
  ...outlined(id),
  courseId: 1,
  moduleId: 101,
  body: `Text ${id}`,
  pictures: [],
  media: null,
  previous: null,
  next: null,
  daUpdated: DAY,
  draft: null,
  version: 1,
  ...change,
});
