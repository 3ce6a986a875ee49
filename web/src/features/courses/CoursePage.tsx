import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { dateOf } from '@/lib/dates.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { courseTexts as texts } from '@/texts/courses.ts';
import { courseCalls, courseKey, courseQuery, outlineQuery, refresh } from './api.ts';
import classes from './components/courses.module.css';
import { Outline } from './components/Outline.tsx';
import { ProgressBar } from './components/ProgressBar.tsx';
import { COURSES, certificatePath, coursePath, editPath, idIn, lessonPath } from './paths.ts';
import type { Course, OutlineLesson } from './types.ts';

const LeaveCourse = lazy(() => import('./components/LeaveCourse.tsx'));

/** /klyftig/{courseId}: what a course is about, its outline, and where one goes on. */
export default function CoursePage() {
  const id = idIn(useParams().courseId);
  const {
    data: course,
    error,
    refetch,
  } = useQuery({
    ...courseQuery(id ?? 0, useSignedIn()),
    enabled: id !== null,
  });
  usePageTitle(course?.title ?? texts.title);
  if (course) return <CourseView course={course} />;
  if (course === null || id === null) return <NoSuchCourse />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}

export function NoSuchCourse() {
  return (
    <EmptyState
      page
      title={texts.gone.title}
      text={texts.gone.text}
      icon={<IconSchool size={28} stroke={1.5} />}
    >
      <Button component={Link} to={COURSES}>
        {texts.gone.all}
      </Button>
    </EmptyState>
  );
}

function CourseView({ course }: { course: Course }) {
  const { id, title, summary, status, author, lessonCount, progress, abilities } = course;
  const signedIn = useSignedIn();
  const outline = useQuery(outlineQuery(id, signedIn));
  const takes = progress?.state === 'ACTIVE';
  const writes = abilities.includes('EDIT');
  const opens = (lesson: OutlineLesson) => lesson.preview || writes || (takes && !lesson.locked);
  return (
    <div className={classes.page}>
      <header className={classes.section}>
        <h1 className={classes.title} tabIndex={-1} dir="auto">
          {title}
        </h1>
        <div className={classes.about}>
          <span>{author.displayName}</span>
          <span>{texts.lessons(lessonCount)}</span>
          {status !== 'PUBLISHED' && <span className={classes.mark}>{texts.status[status]}</span>}
          {progress?.state === 'INVITED' && <span className={classes.mark}>{texts.invited}</span>}
        </div>
        {summary && (
          <p className={classes.lead} dir="auto">
            {summary}
          </p>
        )}
        {takes && <ProgressBar progress={progress} of={title} />}
        {takes && progress.daFinished && (
          <p className={classes.hint}>{texts.finished(dateOf(progress.daFinished))}</p>
        )}
        {course.channel && (
          <p>
            <Link to={course.channel.path}>{texts.channel(course.channel.name)}</Link>
          </p>
        )}
        <CourseActions course={course} />
      </header>
      <section className={classes.section} aria-labelledby="course-outline">
        <h2 id="course-outline">{texts.outline}</h2>
        {outline.data ? (
          <Outline outline={outline.data} courseId={id} opens={opens} />
        ) : outline.error ? (
          <ErrorState error={outline.error} onRetry={outline.refetch} />
        ) : (
          <LoadingState />
        )}
      </section>
    </div>
  );
}

function CourseActions({ course }: { course: Course }) {
  const { id, progress, abilities } = course;
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [leaves, setLeaves] = useState(false);
  const invited = progress?.state === 'INVITED';
  const begin = useMutation({
    mutationFn: () => courseCalls.enrol(id),
    onSuccess: (now) => {
      client.setQueryData(courseKey(id), now);
      void refresh(client, id);
      toast({ type: 'success', message: texts.said.begun });
      if (now.progress?.resume) void navigate(lessonPath(id, now.progress.resume));
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
  });
  return (
    <div className={classes.actions}>
      {progress?.state === 'ACTIVE' && progress.resume && (
        <Button component={Link} to={lessonPath(id, progress.resume)}>
          {texts.resume}
        </Button>
      )}
      {course.certificate && progress?.daFinished && (
        <Button component={Link} to={certificatePath(id)} variant="default">
          {texts.certificate}
        </Button>
      )}
      {abilities.includes('ENROL') && (
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          {invited ? texts.accept : texts.begin}
        </Button>
      )}
      {!signedIn && (
        <Button component={Link} to={loginPath(coursePath(id))}>
          {texts.signIn}
        </Button>
      )}
      {abilities.includes('EDIT') && (
        <Button component={Link} to={editPath(id)} variant="default">
          {texts.edit}
        </Button>
      )}
      {(abilities.includes('LEAVE') || invited) && (
        <Button variant="subtle" onClick={() => setLeaves(true)}>
          {invited ? texts.decline : texts.leave}
        </Button>
      )}
      {leaves && (
        <Suspense fallback={null}>
          <LeaveCourse id={id} invited={invited} onClose={() => setLeaves(false)} />
        </Suspense>
      )}
    </div>
  );
}
