import { IconMapPin } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { colorOf } from '../calendars.ts';
import type { Entry } from '../layout.ts';
import type { Calendar } from '../types.ts';
import type { Shown } from '../useCalendar.ts';
import { timeOf } from '../words.ts';
import classes from './day.module.css';
import type { OpenEvent } from './EventChip.tsx';

type EventLinesProps = {
  /** Those of a day. */
  entries: Entry[];
  calendars: Shown['calendars'];
  day: string;
  onOpen: OpenEvent;
  tabIndex?: number;
};

type EventLineProps = Omit<EventLinesProps, 'entries' | 'calendars'> & {
  entry: Entry;
  calendar: Calendar | undefined;
};

const status = { TENTATIVE: texts.tentative, CANCELLED: texts.cancelled } as const;

/** What happens on a day, a line each; nothing where nothing does. */
export function EventLines({ entries, calendars, ...line }: EventLinesProps) {
  if (entries.length === 0) return null;
  return (
    <ul className={classes.lines}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <EventLine entry={entry} calendar={calendars.get(entry.event.calendarUUID)} {...line} />
        </li>
      ))}
    </ul>
  );
}

function EventLine({ entry, calendar, day, onOpen, tabIndex }: EventLineProps) {
  const { title, eventStatus, place } = entry.event;
  const style = { '--c': calendar ? colorOf(calendar) : 'gray' } as CSSProperties;
  return (
    <button
      type="button"
      className={classes.line}
      style={style}
      tabIndex={tabIndex}
      data-event={entry.key}
      data-on={day}
      data-status={eventStatus}
      onClick={({ currentTarget }) => onOpen(entry, currentTarget)}
    >
      <span className={classes.when}>{timeOf(entry)}</span>
      <span className={classes.what}>
        <span className={classes.title}>{title}</span>
        {eventStatus !== 'CONFIRMED' && (
          <span className={classes.badge}>{status[eventStatus]}</span>
        )}
        <span className={classes.about}>
          {place && (
            <>
              <IconMapPin size={13} stroke={2} aria-hidden="true" /> {place.name}
              {calendar && ' · '}
            </>
          )}
          {calendar?.name}
        </span>
      </span>
    </button>
  );
}
