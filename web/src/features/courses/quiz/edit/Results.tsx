import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { listTexts } from '@/texts/area.ts';
import { quizResultTexts as texts } from '@/texts/quizEdit.ts';
import { csvPath, resultsQuery } from '../api.ts';
import type { Question, Quiz, ResultRow } from '../types.ts';
import { ExtraTime } from './ExtraTime.tsx';
import { ExtraTimeForOne } from './ExtraTimeForOne.tsx';
import classes from './quizEdit.module.css';
import { Regrade } from './Regrade.tsx';

/** What each person got of each question. */
export function Results({ quiz }: { quiz: Quiz }) {
  const { id } = quiz;
  const query = useInfiniteQuery(resultsQuery(id));
  const [asks, setAsks] = useState<'regrade' | 'extra' | ResultRow | null>(null);
  const rows = query.data?.pages.flatMap(({ content }) => content) ?? [];
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  const questions = quiz.questions ?? [];
  if (query.isPending) return <LoadingState />;
  if (query.error && rows.length === 0) {
    return <ErrorState error={query.error} onRetry={query.refetch} />;
  }
  return (
    <>
      <div className={classes.buttons}>
        <Button component="a" href={csvPath(id)} download variant="default">
          {texts.csv}
        </Button>
        <Button
          variant="default"
          disabled={questions.length === 0}
          onClick={() => setAsks('regrade')}
        >
          {texts.regrade}
        </Button>
        <Button variant="default" onClick={() => setAsks('extra')}>
          {texts.extraNew}
        </Button>
        {waiting > 0 && <span className={classes.hint}>{texts.toGrade(waiting)}</span>}
      </div>
      {rows.length === 0 ? (
        <EmptyState {...texts.none} />
      ) : (
        <Table rows={rows} questions={questions} onExtra={setAsks} />
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {listTexts.more}
        </Button>
      )}
      {asks === 'regrade' ? (
        <Regrade quiz={quiz} onClose={() => setAsks(null)} />
      ) : asks === 'extra' ? (
        <ExtraTimeForOne quiz={quiz} rows={rows} onClose={() => setAsks(null)} />
      ) : (
        asks && <ExtraTime quiz={id} row={asks} onClose={() => setAsks(null)} />
      )}
    </>
  );
}

type TableProps = {
  rows: readonly ResultRow[];
  questions: readonly Question[];
  onExtra: (row: ResultRow) => void;
};

function Table({ rows, questions, onExtra }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={texts.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.person}</th>
            <th scope="col">{texts.total}</th>
            <th scope="col" data-number>
              {texts.attempts}
            </th>
            {questions.map(({ id, text }, at) => (
              <th
                key={id}
                scope="col"
                data-number
                title={text}
                aria-label={texts.questionLong(at + 1, text.split('\n')[0] ?? '')}
              >
                {texts.question(at + 1)}
              </th>
            ))}
            <th scope="col">{texts.extra}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.idAuthUser}>
              <th scope="row" dir="auto">
                {row.displayName}
              </th>
              <td>{verdictOf(row)}</td>
              <td data-number>{row.attempts}</td>
              {questions.map(({ id }) => (
                <Cell key={id} mark={row.marks.find(({ question }) => question === id)} />
              ))}
              <td>
                <Button
                  variant="subtle"
                  size="compact-md"
                  // What is seen is part of what is heard.
                  aria-label={`${texts.extraNow(row.extraTime)}: ${texts.extraOf(row.displayName)}`}
                  onClick={() => onExtra(row)}
                >
                  {texts.extraNow(row.extraTime)}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ mark }: { mark: ResultRow['marks'][number] | undefined }) {
  if (!mark) return <td data-number>–</td>;
  const waits = mark.score == null;
  return (
    <td data-number data-waits={waits || undefined}>
      {waits ? texts.waitsShort : mark.score}
    </td>
  );
}

function verdictOf({ percentage, passed, waiting }: ResultRow): string {
  if (waiting > 0) return texts.waits;
  if (percentage == null) return '–';
  return `${percentage} % · ${passed ? texts.passed : texts.notPassed}`;
}
