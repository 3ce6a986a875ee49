import { Link } from 'react-router';
import hidden from '@/components/spoken.module.css';
import { courseTexts as texts } from '@/texts/courses.ts';
import { lessonPath } from '../paths.ts';
import type { CourseOutline, OutlineLesson } from '../types.ts';
import classes from './courses.module.css';

type OutlineProps = {
  outline: CourseOutline;
  courseId: number;
  /** Whether a lesson opens for who looks. */
  opens: (lesson: OutlineLesson) => boolean;
  /** The lesson that is open. */
  current?: number;
};

/** Modules with their lessons: what is done, what is locked, what opens. */
export function Outline({ outline, courseId, opens, current }: OutlineProps) {
  const modules = outline.content.filter(({ lessons }) => lessons.length > 0);
  if (modules.length === 0) return <p className={classes.hint}>{texts.noLessons}</p>;
  return (
    <ol className={classes.modules}>
      {modules.map((module) => (
        <li key={module.id}>
          <h3 dir="auto">{module.title}</h3>
          <ol className={classes.lessons}>
            {module.lessons.map((lesson) => (
              <li key={lesson.id} className={classes.lesson}>
                <Sign lesson={lesson} />
                {opens(lesson) ? (
                  <Link
                    to={lessonPath(courseId, lesson.id)}
                    aria-current={lesson.id === current ? 'page' : undefined}
                    dir="auto"
                  >
                    {lesson.title}
                  </Link>
                ) : (
                  <span className={classes.name} dir="auto">
                    {lesson.title}
                  </span>
                )}
                <Marks lesson={lesson} />
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** A tick for what is done; what is locked says so in words. */
function Sign({ lesson: { done } }: { lesson: OutlineLesson }) {
  return (
    <span className={classes.sign}>
      {done && (
        <>
          <span aria-hidden="true">✓</span>
          <span className={hidden.spoken}>{texts.done}</span>
        </>
      )}
    </span>
  );
}

function Marks({ lesson }: { lesson: OutlineLesson }) {
  const { kind, preview, required, published, locked } = lesson;
  const marks = [
    locked && texts.locked,
    kind !== 'TEXT' && texts.kinds[kind],
    preview && texts.preview,
    !required && texts.optional,
    !published && texts.notPublished,
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <span key={mark} className={classes.mark}>
      {mark}
    </span>
  ));
}
