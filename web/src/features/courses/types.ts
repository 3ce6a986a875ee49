/** The shapes of courses, by the names of the API document. */

import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';

type Schemas = components['schemas'];

export type Course = Schemas['Course'];
export type CourseProgress = Schemas['CourseProgress'];
export type CourseModule = Schemas['CourseModule'];
export type CourseOutline = Schemas['CourseOutline'];
export type OutlineLesson = Schemas['OutlineLesson'];
export type Lesson = Schemas['Lesson'];
export type Contact = Schemas['Contact'];
export type CourseChannel = Schemas['CourseChannel'];
export type CoursePicture = Schemas['CoursePicture'];
export type LessonComments = Schemas['LessonComments'];
export type LessonKind = OutlineLesson['kind'];
export type CourseStanding = Schemas['CourseStanding'];
export type CourseLearner = Schemas['CourseLearner'];
export type ChangeCourse = Schemas['ChangeCourse'];
export type ChangeLesson = Schemas['ChangeLesson'];
export type NewLesson = Schemas['NewLesson'];
export type CoursesPage = Pick<Page<Course>, 'content' | 'hasMore'> & { cursor: number | null };
