import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useSignedIn } from '@/lib/session.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import { entryOf } from '../layout.ts';
import { eventPath } from '../paths.ts';
import type { CalendarEvent } from '../types.ts';
import { capital, whenOf } from '../words.ts';
import { comingQuery } from './api.ts';
import classes from './enrollment.module.css';

const SHOWN = 10;

/** One enrols in one of a series: which there are. */
export default function Occurrences({ event }: { event: CalendarEvent }) {
  const { data, error, refetch } = useQuery(comingQuery(event, useSignedIn()));
  return (
    <section className={classes.card} aria-labelledby="enrollment">
      <h2 id="enrollment">{texts.title}</h2>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingState />}
      {data && <p>{data.length > 0 ? texts.which : texts.noneAhead}</p>}
      {data && data.length > 0 && (
        <ul className={classes.coming}>
          {data.slice(0, SHOWN).map((one) => (
            <li key={one.recurrenceId}>
              <Link to={eventPath(one.eventUUID, one.recurrenceId)}>
                {capital(whenOf(entryOf(one)))}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
