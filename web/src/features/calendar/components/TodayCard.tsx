import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { longDate } from '@/lib/dates.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { plusDays, weekOf } from '../days.ts';
import type { EventWish } from '../event/wish.ts';
import { type Entry, onDay } from '../layout.ts';
import { CALENDAR } from '../paths.ts';
import { useFacts, useFactsPending, useShown, useToday } from '../useCalendar.ts';
import { capital } from '../words.ts';
import { EventLines } from './EventLines.tsx';
import { FactLine } from './FactLine.tsx';
import { DayRoom } from './TodayRoom.tsx';
import classes from './today.module.css';

const EventSheet = lazy(() => loadPart(() => import('./EventSheet.tsx')));
const EventActions = lazy(() => loadPart(() => import('../event/EventActions.tsx')));

/** What happens today and tomorrow, and what the almanac says of them. */
export default function TodayCard() {
  const today = useToday();
  const days = [today, plusDays(today, 1)];
  const span = { first: today, last: plusDays(today, 1) };
  const { shown, failed, retry, pending } = useShown(span, false);
  const factsOf = useFacts(span);
  // Both at once: a line that comes by itself would move what stands below it twice.
  const waiting = useFactsPending(span) || pending;
  const [open, setOpen] = useState<{ entry: Entry; at: HTMLElement } | null>(null);
  const [wish, setWish] = useState<EventWish | null>(null);
  return (
    <section className={classes.card} aria-label={texts.soon} aria-busy={waiting}>
      <div className={classes.days}>
        {days.map((day, n) => {
          const entries = onDay(shown.entries, day);
          return (
            <section key={day} className={classes.day} aria-labelledby={`today-${n}`}>
              <h2
                id={`today-${n}`}
                className={classes.head}
                data-red={factsOf(day).red || undefined}
              >
                {n === 0 ? texts.today : texts.tomorrow}
                <span className={classes.date}>
                  {capital(longDate(day))}, {texts.week(weekOf(day).week)}
                </span>
              </h2>
              {waiting ? (
                <DayRoom />
              ) : (
                <>
                  <FactLine facts={factsOf(day)} />
                  <EventLines
                    entries={entries}
                    calendars={shown.calendars}
                    day={day}
                    onOpen={(entry, at) => setOpen({ entry, at })}
                  />
                  {entries.length === 0 && !failed && (
                    <p className={classes.none}>{texts.nothing}</p>
                  )}
                </>
              )}
            </section>
          );
        })}
      </div>
      {failed ? (
        <p className={classes.none} role="alert">
          {texts.failed}{' '}
          <Button variant="subtle" size="sm" onClick={retry}>
            {texts.retry}
          </Button>
        </p>
      ) : null}
      <Link className={classes.all} to={CALENDAR}>
        {texts.openCalendar}
      </Link>
      <Suspense>
        {open && (
          <EventSheet
            entry={open.entry}
            at={open.at}
            calendar={shown.calendars.get(open.entry.event.calendarUUID)}
            onWish={setWish}
            onClose={() => setOpen(null)}
          />
        )}
        {wish && <EventActions wish={wish} />}
      </Suspense>
    </section>
  );
}
