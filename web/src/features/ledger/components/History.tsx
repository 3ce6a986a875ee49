import { useId } from 'react';
import { kronor } from '@/lib/money.ts';
import { fullTime } from '@/lib/times.ts';
import { entryTexts as texts } from '@/texts/ledger.ts';
import { eventWords } from '../entries.ts';
import type { Entry } from '../types.ts';
import classes from './paper.module.css';

/** What happened to an entry, the first thing first. */
export function History({ entry: { events, kind } }: { entry: Entry }) {
  const heading = useId();
  if (!events || events.length === 0) return null;
  return (
    <section className={classes.history} aria-labelledby={heading}>
      <h2 id={heading}>{texts.events}</h2>
      <ol>
        {events.map((event) => (
          <li key={`${event.kind} ${event.at}`}>
            <p>
              {eventWords(event, kind === 'REFUND')} · {kronor(event.amount)}
            </p>
            <p className={classes.faint}>
              <time dateTime={event.at}>{fullTime(event.at)}</time>
              {event.byName && ` ${texts.eventBy(event.byName)}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
