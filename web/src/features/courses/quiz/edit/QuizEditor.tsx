import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PageTabs } from '@/components/PageTabs.tsx';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { quizTexts } from '@/texts/quiz.ts';
import { quizEditTexts as texts } from '@/texts/quizEdit.ts';
import { editPath } from '../../paths.ts';
import { quizQuery } from '../api.ts';
import { Grading } from './Grading.tsx';
import { Questions } from './Questions.tsx';
import classes from './quizEdit.module.css';
import { Results } from './Results.tsx';

const TABS = ['fragor', 'resultat', 'ratta'] as const;
type Tab = (typeof TABS)[number];

type QuizEditorProps = { id: number; courseId: number };

/**
 * A lesson's quiz for who writes it: its questions, its results, what is to be graded. One part: nothing of it is loaded by who
 * takes the quiz.
 */
export default function QuizEditor({ id, courseId }: QuizEditorProps) {
  const asked = useSearchParams()[0].get('flik');
  const tab = TABS.find((one) => one === asked) ?? 'fragor';
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...quizQuery(id),
    refetchOnMount: 'always',
  });
  const pathOf = (to: Tab) => editPath(courseId, id) + (to === 'fragor' ? '' : `&flik=${to}`);
  return (
    <section className={classes.part} aria-label={texts.title}>
      <PageTabs label={texts.parts} path={pathOf} names={TABS} texts={texts.tabs} current={tab} />
      {data && isFetchedAfterMount ? (
        tab === 'fragor' ? (
          <Questions first={data} />
        ) : tab === 'resultat' ? (
          <Results quiz={data} />
        ) : (
          <Grading quiz={data} />
        )
      ) : data === null ? (
        <EmptyState {...quizTexts.gone} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <LoadingState />
      )}
    </section>
  );
}
