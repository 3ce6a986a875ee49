import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { quizResultTexts as texts } from '@/texts/quizEdit.ts';
import { learnersQuery } from '../../api.ts';
import type { Quiz, ResultRow } from '../types.ts';
import { ExtraTimeForm } from './ExtraTime.tsx';

type ExtraTimeForOneProps = { quiz: Quiz; rows: readonly ResultRow[]; onClose: () => void };

/** More time for somebody who has not begun: whoever takes the course and is not among the results yet. */
export function ExtraTimeForOne({ quiz, rows, onClose }: ExtraTimeForOneProps) {
  const query = useInfiniteQuery(learnersQuery(quiz.idCourse));
  const [chosen, setChosen] = useState<number | null>(null);
  const listed = new Set(rows.map(({ idAuthUser }) => idAuthUser));
  const learners = (query.data?.pages.flatMap(({ content }) => content) ?? []).filter(
    ({ state, idAuthUser }) => state === 'ACTIVE' && !listed.has(idAuthUser),
  );
  const who = chosen ?? learners[0]?.idAuthUser ?? null;
  return (
    <Dialog title={texts.extraNew} onClose={onClose}>
      {query.isPending ? (
        <LoadingState />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={query.refetch} />
      ) : (
        <>
          {learners.length === 0 ? (
            <p>{texts.extraNobody}</p>
          ) : (
            <NativeSelect
              label={texts.extraWho}
              value={String(who)}
              data={learners.map(({ idAuthUser, displayName }) => ({
                value: String(idAuthUser),
                label: displayName,
              }))}
              onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            />
          )}
          {query.hasNextPage && (
            <Button
              variant="subtle"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {texts.moreLearners}
            </Button>
          )}
          {who !== null && (
            <ExtraTimeForm quiz={quiz.id} person={who} extraTime={0} onClose={onClose} />
          )}
        </>
      )}
    </Dialog>
  );
}
