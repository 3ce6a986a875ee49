import { IconRepeat } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import hidden from '@/components/spoken.module.css';
import { clockTime } from '@/lib/times.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { colorOf } from '../calendars.ts';
import type { Bar, Entry, Placed } from '../layout.ts';
import type { Calendar } from '../types.ts';
import type { Shown } from '../useCalendar.ts';
import { timeOf } from '../words.ts';
import classes from './chip.module.css';

export type OpenEvent = (entry: Entry, at: HTMLElement) => void;

const status = { TENTATIVE: texts.tentative, CANCELLED: texts.cancelled } as const;

/** All that is heard of an event. */
export function spokenOf(entry: Entry, calendar: Calendar | undefined): string {
  const { title, eventStatus, place } = entry.event;
  const state = eventStatus === 'CONFIRMED' ? null : status[eventStatus];
  return [timeOf(entry), title, state, place?.name, calendar?.name].filter(Boolean).join(', ');
}

type ChipProps = {
  entry: Entry;
  calendar: Calendar | undefined;
  onOpen: OpenEvent;
  /** The days on which it is drawn. */
  on: readonly string[];
  /** Where in them. */
  at: Record<`--${string}`, number>;
  /** At its time of day, and not in a lane. */
  timed?: boolean;
  only?: 'paper' | undefined;
};

/** One event in a view. The keyboard comes to it by arrows. */
function Chip({ entry, calendar, onOpen, on, at, timed = false, only }: ChipProps) {
  const { event, first, last, wide } = entry;
  const begins = first === on[0];
  return (
    <button
      type="button"
      className={timed ? classes.placed : classes.bar}
      style={{ '--c': calendar ? colorOf(calendar) : 'gray', ...at } as CSSProperties}
      tabIndex={-1}
      data-event={entry.key}
      data-on={on.join(' ')}
      data-wide={wide || undefined}
      data-status={event.eventStatus}
      data-begins={begins || undefined}
      data-ends={last === on.at(-1) || undefined}
      data-only={only}
      onClick={({ currentTarget }) => onOpen(entry, currentTarget)}
    >
      <span className={hidden.spoken}>{spokenOf(entry, calendar)}</span>
      {!wide && begins && (
        <span className={classes.time} aria-hidden="true">
          {clockTime(event.start)}
        </span>
      )}
      <span className={classes.title} aria-hidden="true">
        {event.title}
      </span>
      {timed && event.place && (
        <span className={classes.place} aria-hidden="true">
          {event.place.name}
        </span>
      )}
      {timed && event.isRecurring && (
        <IconRepeat className={classes.repeat} size={12} stroke={2} aria-hidden="true" />
      )}
    </button>
  );
}

type PlacedProps = Pick<ChipProps, 'calendar' | 'onOpen'> & { placed: Placed; day: string };

/** An event among the hours of a day. */
export function PlacedChip({ placed, day, ...props }: PlacedProps) {
  const { entry, from, to, column, columns } = placed;
  const at = { '--from': from, '--to': to, '--column': column, '--columns': columns };
  return <Chip {...props} entry={entry} on={[day]} at={at} timed />;
}

type BarsProps = {
  bars: readonly Bar[];
  /** Among which theirs are. */
  days: readonly string[];
  /** The one to draw. */
  day: string;
  shown: Shown;
  onOpen: OpenEvent;
  /** Those that there is room for on the screen; the others stand on paper alone. */
  seen?: ReadonlySet<Bar>;
};

/** The bars of a day: one is drawn over all of its days where it begins, and told of in the others. */
export function BarsOfDay({ bars, days, day, shown, onOpen, seen }: BarsProps) {
  const n = days.indexOf(day);
  const calendarOf = ({ event }: Entry) => shown.calendars.get(event.calendarUUID);
  return bars
    .filter(({ from, to }) => from <= n && n <= to)
    .map((bar) => {
      const { entry, lane, from, to } = bar;
      const isSeen = seen?.has(bar) ?? true;
      if (from < n) {
        return isSeen ? (
          <span key={entry.key} className={hidden.spoken}>
            {spokenOf(entry, calendarOf(entry))}
          </span>
        ) : null;
      }
      return (
        <Chip
          key={entry.key}
          entry={entry}
          calendar={calendarOf(entry)}
          onOpen={onOpen}
          on={days.slice(from, to + 1)}
          at={{ '--lane': lane + 1, '--days': to - from + 1 }}
          only={isSeen ? undefined : 'paper'}
        />
      );
    });
}
