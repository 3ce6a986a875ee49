import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { courseTexts, courseEditTexts as texts } from '@/texts/courses.ts';
import { courseQuery, outlineQuery } from '../api.ts';
import shared from '../components/courses.module.css';
import { idIn } from '../paths.ts';
import classes from './edit.module.css';

/** Comes with the first course that is written: who looks in vain loads nothing of it. */
const Editor = lazy(() => import('./Editor.tsx'));

/** /klyftig/admin/redigera/{courseId}: a course is built: its outline, its lessons, who takes it. */
export default function EditCoursePage() {
  const id = idIn(useParams().courseId);
  const course = useQuery({ ...courseQuery(id ?? 0, true), enabled: id !== null });
  const outline = useQuery({ ...outlineQuery(id ?? 0, true), enabled: id !== null });
  usePageTitle(texts.title);
  const isGone = id === null || course.data === null || outline.data === null;
  const error = course.error ?? outline.error;
  return (
    <div className={classes.page} data-tour="area">
      <h1 className={shared.title} tabIndex={-1}>
        {texts.title}
      </h1>
      {isGone ? (
        <EmptyState title={courseTexts.gone.title} text={courseTexts.gone.text} />
      ) : course.data && outline.data ? (
        <Suspense fallback={<LoadingState />}>
          <Editor course={course.data} outline={outline.data} />
        </Suspense>
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void course.refetch();
            void outline.refetch();
          }}
        />
      ) : (
        <LoadingState />
      )}
    </div>
  );
}
