/** The pages in one file: whoever opens a course goes on to its lessons. What writes a course is loaded by its page (edit/Editor.tsx). */
export { default as CoursePage } from './CoursePage.tsx';
export { default as CoursesPage } from './CoursesPage.tsx';
export { default as EditCoursePage } from './edit/EditCoursePage.tsx';
export { default as LessonPage } from './LessonPage.tsx';
