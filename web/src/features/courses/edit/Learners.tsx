import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '@/area/PagedList.tsx';
import { courseTexts, courseEditTexts as texts } from '@/texts/courses.ts';
import { learnersQuery } from '../api.ts';
import shared from '../components/courses.module.css';
import type { CourseLearner } from '../types.ts';
import classes from './edit.module.css';

/** Who takes the course, and how far they are. */
export function Learners({ id }: { id: number }) {
  const query = useInfiniteQuery(learnersQuery(id));
  return (
    <section className={classes.pane} aria-labelledby="edit-learners">
      <h2 id="edit-learners">{texts.learners}</h2>
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
