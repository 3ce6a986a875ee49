import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { quizTexts as texts } from '@/texts/quiz.ts';
import { idIn } from '../paths.ts';
import { attemptQuery, quizQuery } from './api.ts';
import Intro from './Intro.tsx';
import ResultView from './ResultView.tsx';
import Taking from './Taking.tsx';
import type { Quiz } from './types.ts';

/** A question of the attempt that is open stands in the address (`fraga`), and so does a result (`forsok`). */
export const QUESTION = 'fraga';
export const ATTEMPT = 'forsok';

type QuizLessonProps = { id: number };

/** A lesson that is a quiz: before an attempt, during it, and its result. */
export default function QuizLesson({ id }: QuizLessonProps) {
  const { data, error, refetch } = useQuery(quizQuery(id));
  const [params, setParams] = useSearchParams();
  if (data === null) return <EmptyState {...texts.gone} />;
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
  const shown = idIn(params.get(ATTEMPT));
  const open = data.mine?.open ?? null;
  if (shown !== null) return <Shown key={shown} id={shown} quiz={data} />;
  if (params.has(QUESTION) && open !== null) {
    return (
      <Open
        key={open}
        id={open}
        onEnded={() => setParams({ [ATTEMPT]: String(open) }, { replace: true })}
      />
    );
  }
  // It was handed in on another device.
  if (params.has(QUESTION)) return <Navigate to="?" replace />;
  if (data.questionCount === 0) {
    return <EmptyState {...texts.none} icon={<IconListCheck size={28} stroke={1.5} />} />;
  }
  return <Intro quiz={data} onOpen={() => setParams({ [QUESTION]: '1' })} />;
}

type OpenProps = { id: number; onEnded: () => void };

function Open({ id, onEnded }: OpenProps) {
  const { data, error, refetch, isFetchedAfterMount, fetchStatus } = useQuery({
    ...attemptQuery(id),
    refetchOnMount: 'always',
  });
  // Never over an older copy than what the server has, but where it cannot be asked.
  if (data && (isFetchedAfterMount || fetchStatus === 'paused')) {
    return <Taking attempt={data} onEnded={onEnded} />;
  }
  if (data === null) return <EmptyState {...texts.gone} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
}

function Shown({ id, quiz }: { id: number; quiz: Quiz }) {
  const { data, error, refetch } = useQuery(attemptQuery(id));
  if (data) return <ResultView attempt={data} quiz={quiz} />;
  if (data === null) return <EmptyState {...texts.gone} />;
  return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />;
}
