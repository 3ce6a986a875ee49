import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { clockTime } from '@/lib/times.ts';
import { calendarTexts } from '@/texts/calendar.ts';
import { eventListTexts as texts } from '@/texts/engagement.ts';
import { coverAt } from '../event/cover.ts';
import { entryOf } from '../layout.ts';
import { eventPath } from '../paths.ts';
import type { ListedEvent } from '../types.ts';
import { formWhen } from '../words.ts';
import classes from './lists.module.css';

const status = { TENTATIVE: calendarTexts.tentative, CANCELLED: calendarTexts.cancelled } as const;

/** When a listed event is, by the reader's clock: 'Måndag 23 november 2026, 10:00–11:30'. */
export function listedWhen(event: ListedEvent): string {
  const { first, last } = entryOf(event);
  return formWhen({
    allDay: event.allDay,
    startDate: first,
    startTime: clockTime(event.start),
    endDate: last,
    endTime: clockTime(event.end),
    timeZone: event.timeZone,
  });
}

type EventRowProps = {
  event: ListedEvent;
  coverImage: string | null;
  /** Of the heading: 2 below the page's own. */
  level: 2 | 3;
  /** Whose it is, where the list has many's. */
  by?: ReactNode;
  /** What may be done with it in the list. */
  children?: ReactNode;
};

/** An event in a list: what, when, where, and the way to it. */
export function EventRow({ event, coverImage, level, by, children }: EventRowProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const cover = coverAt(coverImage, 256);
  const isOver = Date.parse(event.end) < Date.now();
  return (
    <article className={classes.row} data-over={isOver || undefined}>
      {cover && (
        // The title beside it says what the event is.
        <img className={classes.thumb} src={cover} alt="" loading="lazy" width={120} height={80} />
      )}
      <div className={classes.words}>
        <Heading>
          <Link to={eventPath(event.eventUUID, event.recurrenceId)} dir="auto">
            {event.title}
          </Link>
        </Heading>
        <p className={classes.when}>
          <time dateTime={event.allDay ? (event.startDate ?? event.start) : event.start}>
            {listedWhen(event)}
          </time>
        </p>
        {event.place && (
          <p className={classes.faint} dir="auto">
            <IconMapPin size={14} stroke={2} aria-hidden="true" /> {event.place.name}
          </p>
        )}
        {by && <p className={classes.faint}>{by}</p>}
        {event.eventStatus !== 'CONFIRMED' && (
          <span className={classes.badge}>{status[event.eventStatus]}</span>
        )}
        {isOver && <span className={classes.badge}>{texts.over}</span>}
      </div>
      {children}
    </article>
  );
}
