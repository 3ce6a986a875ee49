import { IconMapPin } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { colorOf } from '../calendars.ts';
import type { Entry } from '../layout.ts';
import type { Calendar } from '../types.ts';
import { timeOf } from '../words.ts';
import classes from './day.module.css';
import type { OpenEvent } from './EventChip.tsx';

type EventLineProps = {
  entry: Entry;
  calendar: Calendar | undefined;
  day: string;
  onOpen: OpenEvent;
  tabIndex?: number;
};

const status = { TENTATIVE: texts.tentative, CANCELLED: texts.cancelled } as const;

/** An event in a list. */
export function EventLine({ entry, calendar, day, onOpen, tabIndex }: EventLineProps) {
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
