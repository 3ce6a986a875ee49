import { IconRepeat } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import hidden from '@/components/spoken.module.css';
import { clockTime } from '@/lib/times.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { colorOf } from '../calendars.ts';
import type { Entry, Placed } from '../layout.ts';
import type { Calendar } from '../types.ts';
import { timeOf } from '../words.ts';
import classes from './chip.module.css';

export type OpenEvent = (entry: Entry, at: HTMLElement) => void;

type ChipProps = {
  entry: Entry;
  calendar: Calendar | undefined;
  /** On which day it is drawn. */
  day: string;
  onOpen: OpenEvent;
  /** In a grid the keyboard comes to it by arrows; in a list by Tab. */
  stop?: boolean;
  /** At its time of day. */
  placed?: Placed;
};

const status = { TENTATIVE: texts.tentative, CANCELLED: texts.cancelled } as const;

/** All that is heard of an event. */
export function spokenOf(entry: Entry, calendar: Calendar | undefined): string {
  const { title, eventStatus, place } = entry.event;
  const state = eventStatus === 'CONFIRMED' ? null : status[eventStatus];
  return [timeOf(entry), title, state, place?.name, calendar?.name].filter(Boolean).join(', ');
}

const styleOf = (color: string, placed: Placed | undefined) =>
  ({
    '--c': color,
    ...(placed && {
      '--from': placed.from,
      '--to': placed.to,
      '--column': placed.column,
      '--columns': placed.columns,
    }),
  }) as CSSProperties;

/** One event in a view. */
export function EventChip({ entry, calendar, day, onOpen, stop = false, placed }: ChipProps) {
  const { event, first, last, wide } = entry;
  return (
    <button
      type="button"
      className={placed ? classes.placed : classes.chip}
      style={styleOf(calendar ? colorOf(calendar) : 'gray', placed)}
      tabIndex={stop ? 0 : -1}
      data-event={entry.key}
      data-on={day}
      data-wide={wide || undefined}
      data-status={event.eventStatus}
      data-begins={day === first || undefined}
      data-ends={day === last || undefined}
      onClick={({ currentTarget }) => onOpen(entry, currentTarget)}
    >
      <span className={hidden.spoken}>{spokenOf(entry, calendar)}</span>
      {!wide && day === first && (
        <span className={classes.time} aria-hidden="true">
          {clockTime(event.start)}
        </span>
      )}
      <span className={classes.title} aria-hidden="true">
        {event.title}
      </span>
      {placed && event.place && (
        <span className={classes.place} aria-hidden="true">
          {event.place.name}
        </span>
      )}
      {event.isRecurring && placed && (
        <IconRepeat className={classes.repeat} size={12} stroke={2} aria-hidden="true" />
      )}
    </button>
  );
}
