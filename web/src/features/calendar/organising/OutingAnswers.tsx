import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { outingTexts as texts } from '@/texts/organising.ts';
import { enrolledQuery } from '../enrollment/api.ts';
import { eventPath } from '../paths.ts';
import type { CalendarEvent } from '../types.ts';
import classes from './organising.module.css';
import { countOf, type Replied, repliesOf } from './outings.ts';

/** Others answer meanwhile. */
const AGAIN_MS = 30_000;

type OutingAnswersProps = { event: CalendarEvent; when: string; back: string };

/** What was answered of an outing, of everybody who was asked; also on paper. */
export default function OutingAnswers({ event, when, back }: OutingAnswersProps) {
  const query = useInfiniteQuery({
    ...enrolledQuery({ eventUUID: event.eventUUID, recurrenceId: null }, null),
    refetchInterval: AGAIN_MS,
  });
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = query;
  // A list on paper is whole.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const replies = repliesOf(data?.pages.flatMap(({ content }) => content) ?? []);
  return (
    <section className={classes.section} aria-labelledby="outing" data-outing>
      <div className={classes.top}>
        <h2 id="outing" dir="auto">
          {event.title}
        </h2>
        <div className={classes.links} data-unprinted>
          <Link to={back}>{texts.back}</Link>
          <Link to={eventPath(event.eventUUID)}>{texts.page}</Link>
        </div>
      </div>
      <p>{[when, event.place?.name].filter(Boolean).join(' · ')}</p>
      {!data &&
        (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data && replies.length === 0 && <p className={classes.faint}>{texts.nobody}</p>}
      {replies.length > 0 && (
        <>
          <p role="status">
            {[
              texts.approved(countOf(replies, 'approved')),
              texts.silent(countOf(replies, 'silent')),
              texts.refused(countOf(replies, 'refused')),
            ].join(' · ')}
          </p>
          <div data-unprinted>
            <Button
              variant="default"
              leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {texts.print}
            </Button>
          </div>
          <Answers event={event} replies={replies} />
        </>
      )}
    </section>
  );
}

function Answers({ event, replies }: { event: CalendarEvent; replies: readonly Replied[] }) {
  const questions = event.enrollment?.questions ?? [];
  return (
    <table className={classes.table}>
      <caption>{texts.table}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.who}</th>
          <th scope="col">{texts.status}</th>
          {questions.map(({ id, text }) => (
            <th key={id} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {replies.map(({ person, reply }) => (
          <tr key={person.idUser}>
            <th scope="row">{person.displayName}</th>
            <td>{texts.states[reply]}</td>
            {questions.map(({ id, text }) => {
              const answer = String((person.answers as Record<string, unknown>)[id] ?? '');
              return (
                <td key={id}>
                  {answer && <span className={classes.label}>{text}: </span>}
                  {answer}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
