import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/states.tsx';
import { courseEditTexts as texts } from '@/texts/courses.ts';
import shared from '../components/courses.module.css';
import { idIn } from '../paths.ts';
import type { Course, CourseOutline } from '../types.ts';
import { CourseSettings } from './CourseSettings.tsx';
import classes from './edit.module.css';
import { Learners } from './Learners.tsx';
import { LessonEditor } from './LessonEditor.tsx';
import { OutlineEditor } from './OutlineEditor.tsx';

type EditorProps = { course: Course; outline: CourseOutline };

/** Settings, outline, the lesson that is open, and who takes the course. */
export default function Editor({ course, outline }: EditorProps) {
  const [params, setParams] = useSearchParams();
  const lesson = idIn(params.get('lektion'));
  if (!course.abilities.includes('EDIT')) {
    return <EmptyState title={texts.refused.title} text={texts.refused.text} />;
  }
  const isThere = outline.content.some(({ lessons }) => lessons.some(({ id }) => id === lesson));
  const open = (id: number | null) => setParams(id ? { lektion: String(id) } : {});
  return (
    <>
      <CourseSettings key={course.id} course={course} />
      <div className={classes.panes}>
        <section className={classes.pane} aria-labelledby="edit-outline">
          <h2 id="edit-outline">{texts.outline}</h2>
          <p className={shared.hint}>{texts.outlineHint}</p>
          <OutlineEditor courseId={course.id} outline={outline} current={lesson} onOpen={open} />
        </section>
        {lesson && isThere ? (
          <LessonEditor key={lesson} id={lesson} course={course} />
        ) : (
          <p className={shared.hint}>{texts.choose}</p>
        )}
      </div>
      {course.status !== 'DRAFT' && <Learners course={course} />}
    </>
  );
}
