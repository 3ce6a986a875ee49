import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { useSignedIn } from '@/lib/session.ts';
import { courseTexts, lessonTexts as texts } from '@/texts/courses.ts';
import {
  courseCalls,
  courseQuery,
  lessonComments,
  lessonQuery,
  outlineQuery,
  refresh,
  tookStanding,
} from './api.ts';
import classes from './components/courses.module.css';
import LessonText from './components/LessonText.tsx';
import { ProgressBar } from './components/ProgressBar.tsx';
import { coursePath, idIn, lessonPath } from './paths.ts';
import type { Course, Lesson } from './types.ts';
import { usePosition } from './usePosition.ts';

/** Comes with the first lesson that is a quiz. */
const QuizLesson = lazy(() => loadPart(() => import('./quiz/QuizLesson.tsx')));

/** Below the text, so they need not come before it. */
const Comments = lazy(() =>
  loadPart(async () => ({ default: (await import('@/area/Comments.tsx')).Comments })),
);

/** /klyftig/{courseId}/lektion/{lessonId}: a lesson is read, and marked as done. */
export default function LessonPage() {
  const params = useParams();
  const [courseId, lessonId] = [idIn(params.courseId), idIn(params.lessonId)];
  const signedIn = useSignedIn();
  const { data: course } = useQuery({
    ...courseQuery(courseId ?? 0, signedIn),
    enabled: courseId !== null,
  });
  const {
    data: lesson,
    error,
    refetch,
  } = useQuery({
    ...lessonQuery(lessonId ?? 0, signedIn),
    enabled: lessonId !== null,
  });
  usePageTitle(lesson?.title ?? course?.title ?? courseTexts.title);
  if (lesson) return <LessonView key={lesson.id} lesson={lesson} course={course ?? null} />;
  if (lesson === null || courseId === null || lessonId === null) {
    return (
      <EmptyState page {...texts.gone} icon={<IconSchool size={28} stroke={1.5} />}>
        {courseId !== null && <ToCourse id={courseId} title={course?.title} />}
      </EmptyState>
    );
  }
  if (error instanceof ApiError && error.status === 403) {
    return <Refused code={error.code} courseId={courseId} course={course ?? null} />;
  }
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

function ToCourse({ id, title }: { id: number; title: string | undefined }) {
  return (
    <Button component={Link} to={coursePath(id)} variant="default">
      {texts.back(title ?? courseTexts.title)}
    </Button>
  );
}

type RefusedProps = { code: string; courseId: number; course: Course | null };

/** It is locked, or the course has not begun: what opens it. */
function Refused({ code, courseId, course }: RefusedProps) {
  const isLocked = code === 'LOCKED';
  const resume = course?.progress?.resume;
  return (
    <EmptyState
      page
      title={isLocked ? texts.lockedTitle : texts.notBegun}
      text={isLocked ? texts.locked : texts.notBegunText}
      icon={<IconSchool size={28} stroke={1.5} />}
    >
      {isLocked && resume && (
        <Button component={Link} to={lessonPath(courseId, resume)}>
          {texts.toOpen}
        </Button>
      )}
      <ToCourse id={courseId} title={course?.title} />
    </EmptyState>
  );
}

function LessonView({ lesson, course }: { lesson: Lesson; course: Course | null }) {
  const { id, courseId, title, body, media, kind } = lesson;
  const takes = course?.progress?.state === 'ACTIVE';
  const isQuiz = kind === 'QUIZ';
  // An attempt has the page to itself.
  const isTaking = useSearchParams()[0].has('fraga') && isQuiz;
  const signedIn = useSignedIn();
  const { data: outline } = useQuery(outlineQuery(courseId, signedIn));
  usePosition(lesson, takes ? (course?.progress ?? null) : null);
  const lessons = outline?.content.flatMap((module) => module.lessons) ?? [];
  // The outline follows what was just done; the lesson's own text was read before.
  const shown = lessons.find((one) => one.id === id);
  const named = (other: number | null) => lessons.find((one) => one.id === other);
  const [previous, next] = [named(lesson.previous ?? null), named(lesson.next ?? null)];
  return (
    <article className={classes.page}>
      <header className={classes.section}>
        <p>
          <Link to={coursePath(courseId)} className={classes.back} dir="auto">
            {texts.back(course?.title ?? courseTexts.title)}
          </Link>
        </p>
        <h1 className={classes.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {takes && course?.progress && <ProgressBar progress={course.progress} of={course.title} />}
      </header>
      {media && (
        <p>
          <Button component="a" href={media} target="_blank" rel="noopener noreferrer">
            {kind === 'FILE' ? texts.file : texts.film}
          </Button>
        </p>
      )}
      {body && !isTaking ? (
        <LessonText text={body} pictures={lesson.pictures} />
      ) : (
        !media && !isQuiz && <p className={classes.hint}>{texts.nothing}</p>
      )}
      {isQuiz &&
        (signedIn ? (
          <Suspense fallback={<LoadingState />}>
            <QuizLesson id={id} />
          </Suspense>
        ) : (
          <p className={classes.hint}>{texts.quizSignedOut}</p>
        ))}
      {!isTaking && (
        <footer className={classes.end}>
          {takes &&
            course &&
            (isQuiz ? (
              <p className={classes.hint} role="status">
                {(shown?.done ?? lesson.done) ? texts.isDone : texts.quizHow}{' '}
                {!lesson.required && texts.optionalHow}
              </p>
            ) : (
              <DoneButton lesson={lesson} isDone={shown?.done ?? lesson.done} course={course} />
            ))}
          <nav className={classes.ways} aria-label={texts.toc}>
            {previous && (
              <Button component={Link} to={lessonPath(courseId, previous.id)} variant="default">
                {texts.previous(previous.title)}
              </Button>
            )}
            {next && !next.locked && (
              <Button component={Link} to={lessonPath(courseId, next.id)}>
                {texts.next(next.title)}
              </Button>
            )}
          </nav>
        </footer>
      )}
      {!isTaking && signedIn && (
        <Suspense fallback={<LoadingState />}>
          <Comments {...lessonComments(id)} />
        </Suspense>
      )}
    </article>
  );
}

type DoneButtonProps = { lesson: Lesson; isDone: boolean; course: Course };

/** What completes the lesson is said beside its button; what it opens opens at once. */
function DoneButton({ lesson, isDone, course }: DoneButtonProps) {
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: () => courseCalls.done(lesson.id, !isDone),
    onSuccess: (standing) => tookStanding(client, lesson.courseId, standing),
    onError: (error) => {
      toast({ type: 'error', message: messageOf(error) });
      // It was removed, or the course was ended on another device.
      void refresh(client, lesson.courseId);
    },
  });
  return (
    <div className={classes.section}>
      <p className={classes.hint} role="status">
        {isDone ? texts.isDone : texts.how} {!lesson.required && texts.optionalHow}{' '}
        {course.progress?.percent === 100 && texts.whole}
      </p>
      <div className={classes.actions}>
        <Button
          variant={isDone ? 'default' : 'filled'}
          loading={mark.isPending}
          onClick={() => mark.mutate()}
        >
          {isDone ? texts.undo : texts.markDone}
        </Button>
      </div>
    </div>
  );
}
