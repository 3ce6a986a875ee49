import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef } from 'react';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import hidden from '@/components/spoken.module.css';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { capital, shortDate } from '@/lib/dates.ts';
import { dateNumber, mondayOf, plusDays, weekOf } from '@/lib/days.ts';
import { bookingTexts, timesTexts as texts } from '@/texts/bookings.ts';
import type { SlotsQuery } from '../api.ts';
import { priceWords } from '../money.ts';
import { byDay, clockOf, type DaySlots, daysOfWeek, todayHere } from '../times.ts';
import type { Slot } from '../types.ts';
import classes from './week.module.css';

type WeekTimesProps = {
  /** What is booked. */
  name: string;
  /** Its times of the week of `date`. */
  query: SlotsQuery;
  /** The day that a phone shows; its week is shown where there is room. */
  date: string;
  onDate: (date: string) => void;
} & Choosing;

/** What happens with a time that is chosen, free or taken; absent: it is only looked at. */
type Choosing = { onChoose?: (slot: Slot) => void; onWait?: (slot: Slot) => void };

const WEEK = 7;
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** A week of the times at which something can be booked: seven columns, on a phone a day at a time. */
export function WeekTimes({ name, query: asked, date, onDate, ...choosing }: WeekTimesProps) {
  const monday = mondayOf(date);
  const today = todayHere();
  const query = useQuery(asked);
  const days = byDay(daysOfWeek(date), query.data?.content ?? []);
  const title = useId();
  return (
    <section className={classes.week} aria-labelledby={title}>
      <h2 id={title} className={hidden.spoken}>
        {texts.weekOf(name)}
      </h2>
      <div className={classes.bar}>
        <button
          type="button"
          className={classes.step}
          aria-label={texts.previous}
          disabled={monday <= mondayOf(today)}
          onClick={() => onDate(later(plusDays(monday, -WEEK), today))}
        >
          <IconChevronLeft {...icon} />
        </button>
        <button
          type="button"
          className={classes.step}
          aria-label={texts.next}
          onClick={() => onDate(plusDays(monday, WEEK))}
        >
          <IconChevronRight {...icon} />
        </button>
        <p className={classes.period} aria-live="polite">
          {texts.week(weekOf(monday).week)}
        </p>
        {monday !== mondayOf(today) && (
          <button type="button" className={classes.plain} onClick={() => onDate(today)}>
            {texts.thisWeek}
          </button>
        )}
      </div>
      <OfflineNote text={bookingTexts.offline} />
      <DateStrip days={days} date={date} today={today} onDate={onDate} known={!!query.data} />
      {query.isPending && <LoadingState />}
      {query.error && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Days days={days} date={date} today={today} onDate={onDate} {...choosing} />}
    </section>
  );
}

const later = (a: string, b: string) => (a < b ? b : a);
const freeIn = ({ slots }: DaySlots) => slots.filter(({ free }) => free).length;

type DateStripProps = Pick<WeekTimesProps, 'date' | 'onDate'> & {
  days: DaySlots[];
  today: string;
  known: boolean;
};

/** On a phone: the week's days, of which one is shown. */
function DateStrip({ days, date, today, known, onDate }: DateStripProps) {
  return (
    <fieldset className={classes.strip}>
      <legend className={hidden.spoken}>{texts.days}</legend>
      {days.map((day) => {
        const name = capital(shortDate(day.date));
        return (
          <button
            key={day.date}
            type="button"
            aria-pressed={day.date === date}
            data-today={day.date === today || undefined}
            data-some={freeIn(day) > 0 || undefined}
            onClick={() => onDate(day.date)}
          >
            <span aria-hidden="true">{name.slice(0, 3)}</span>
            <strong aria-hidden="true">{dateNumber(day.date)}</strong>
            <span className={hidden.spoken}>
              {known ? `${name}, ${texts.count(freeIn(day))}` : name}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

type DaysProps = Pick<WeekTimesProps, 'date' | 'onDate'> &
  Choosing & { days: DaySlots[]; today: string };

function Days({ days, date, today, onDate, ...choosing }: DaysProps) {
  const root = useRef<HTMLDivElement>(null);
  const total = days.reduce((sum, day) => sum + freeIn(day), 0);

  /** Up and down through a day, sideways to the same place of another; on a phone that day is shown then. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = (event.target as HTMLElement).closest<HTMLElement>('[data-time]');
    if (!on) return;
    const columns = [...(root.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])];
    const column = columns.findIndex((one) => one.contains(on));
    const times = timesIn(columns[column]);
    const row = times.indexOf(on);
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -row, End: times.length - 1 - row }[event.key];
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined && side === undefined) return;
    event.preventDefault();
    if (by !== undefined) return times[row + by]?.focus();
    for (let n = column + (side ?? 0); columns[n]; n += side ?? 0) {
      const there = timesIn(columns[n]);
      if (there.length === 0) continue;
      const day = columns[n]?.dataset.day;
      if (day) onDate(day);
      const to = there[Math.min(row, there.length - 1)];
      // On a phone it is there once that day is.
      requestAnimationFrame(() => to?.focus());
      return;
    }
  }

  return (
    <>
      {total === 0 && <EmptyState {...texts.nothing} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside */}
      <div ref={root} className={classes.days} onKeyDown={onKeyDown}>
        {days.map(({ date: day, slots }) => (
          <section
            key={day}
            className={classes.day}
            data-day={day}
            data-chosen={day === date || undefined}
            data-today={day === today || undefined}
            aria-labelledby={`day-${day}`}
          >
            <h3 id={`day-${day}`} className={classes.dayName}>
              <span className={hidden.spoken}>{capital(shortDate(day))}</span>
              <span aria-hidden="true">
                {capital(shortDate(day)).slice(0, 3)} {dateNumber(day)}/{Number(day.slice(5, 7))}
              </span>
            </h3>
            {slots.length === 0 ? (
              <p className={classes.none}>{texts.noTimes}</p>
            ) : (
              <Times slots={slots} {...choosing} />
            )}
          </section>
        ))}
      </div>
    </>
  );
}

const timesIn = (column: HTMLElement | undefined) => [
  ...(column?.querySelectorAll<HTMLElement>('button[data-time]') ?? []),
];

/** One of a day's times is reached by Tab, the first that is free before any that is taken; the others by arrows. */
function Times({ slots, onChoose, onWait }: Choosing & { slots: Slot[] }) {
  const first = (slots.find(({ free }) => free) ?? slots[0])?.start;
  return (
    <ul className={classes.times}>
      {slots.map((slot) => {
        const { start, free } = slot;
        const choose = free ? onChoose : onWait;
        const words = (
          <>
            <TimeWords slot={slot} />
            {!free && <span className={hidden.spoken}>, {texts.taken}</span>}
          </>
        );
        return (
          <li key={start}>
            {choose ? (
              <button
                type="button"
                className={classes.time}
                data-time={start}
                data-taken={!free || undefined}
                tabIndex={start === first ? 0 : -1}
                onClick={() => choose(slot)}
              >
                {words}
              </button>
            ) : (
              <span className={classes.time} data-taken={!free || undefined}>
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function TimeWords({ slot: { start, end, name, free, price } }: { slot: Slot }) {
  return (
    <>
      <span className={classes.clock}>
        {name ? `${clockOf(start)}–${clockOf(end)}` : clockOf(start)}
      </span>{' '}
      {name && <span className={classes.small}>{name} </span>}
      {free && price !== undefined && <span className={classes.small}>{priceWords(price)}</span>}
    </>
  );
}
