import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { courseTexts, courseEditTexts as texts } from '@/texts/courses.ts';
import { learnersQuery } from '../api.ts';
import shared from '../components/courses.module.css';
import type { Course, CourseLearner } from '../types.ts';
import classes from './edit.module.css';

/** Comes with the first who is invited. */
const InviteDialog = lazy(() => loadPart(() => import('./InviteDialog.tsx')));

/** Who takes the course, and how far they are. */
export function Learners({ course }: { course: Course }) {
  const query = useInfiniteQuery(learnersQuery(course.id));
  const [invites, setInvites] = useState(false);
  return (
    <section className={classes.pane} aria-labelledby="edit-learners">
      <h2 id="edit-learners">{texts.learners}</h2>
      {course.status === 'PUBLISHED' && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => setInvites(true)}>
            {texts.invite}
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        items={query.data?.pages.flatMap(({ content }) => content) ?? []}
        keyOf={({ idAuthUser }) => idAuthUser}
        row={(learner) => <Learner learner={learner} />}
        label={texts.learners}
        empty={<p className={shared.hint}>{texts.noLearners}</p>}
        className={shared.lessons}
        rowClassName={shared.lesson}
      />
      {invites && (
        <Suspense fallback={null}>
          <InviteDialog course={course} onClose={() => setInvites(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Learner({ learner }: { learner: CourseLearner }) {
  const { displayName, state, percent } = learner;
  const far = courseTexts.percent(percent);
  return (
    <>
      <span className={shared.name} dir="auto">
        {displayName}
      </span>
      <span className={shared.mark}>
        {state === 'INVITED' ? texts.invited : state === 'LEFT' ? `${texts.left}, ${far}` : far}
      </span>
    </>
  );
}
