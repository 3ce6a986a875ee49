import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '@/lib/session.ts';
import { courseTexts as texts } from '@/texts/courses.ts';
import { courseLists } from './api.ts';
import classes from './components/courses.module.css';
import { COURSES, coursePath } from './paths.ts';

/** Of an organisation's courses, on its page. */
const NEWEST = 3;

/** On an organisation's page: its newest courses, and the way to the others; nothing where it has none. */
export default function CoursesOf({ id, name }: { id: number; name: string }) {
  const heading = useId();
  const { data } = useInfiniteQuery(courseLists.of(useSignedIn(), id));
  const courses = data?.pages[0]?.content ?? [];
  if (courses.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <h2 id={heading}>{texts.of(name)}</h2>
      <ul className={classes.lessons} aria-labelledby={heading}>
        {courses.slice(0, NEWEST).map((course) => (
          <li key={course.id} className={classes.lesson}>
            <Link to={coursePath(course.id)} dir="auto">
              {course.title}
            </Link>
            <span className={classes.mark}>
              {course.status === 'PUBLISHED'
                ? texts.lessons(course.lessonCount)
                : texts.status[course.status]}
            </span>
          </li>
        ))}
      </ul>
      {courses.length > NEWEST && (
        <p>
          <Link to={`${COURSES}?organization=${id}`}>{texts.all}</Link>
        </p>
      )}
    </section>
  );
}
