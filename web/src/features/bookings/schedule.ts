/** An organisation's schedule: a day as rows over its hours, and as a list by time. Pure. */
import { plusDays } from '@/lib/days.ts';
import { PENDING } from './status.ts';
import { dateIn, midnightOf, momentAt, ms } from './times.ts';
import type { Booking, ScheduleBooking, ScheduleRow, TimeSpan } from './types.ts';

const HOUR_MS = 3_600_000;
/** What is shown of a day on which nothing is open and nothing is booked. */
const USUAL = { from: '08:00', to: '18:00' };

/** Those that are over, given up or declined take no time. */
const GONE = new Set([2, 4]);

/** From and to, in epoch milliseconds. */
export type Axis = { from: number; to: number };

const touches = (span: TimeSpan, { from, to }: Axis) => ms(span.start) < to && ms(span.end) > from;

export const dayAxis = (date: string): Axis => ({
  from: midnightOf(date),
  to: midnightOf(plusDays(date, 1)),
});

/** The hours of a day that are drawn: whole hours around all that is open or taken then. */
export function axisOf(rows: readonly ScheduleRow[], date: string): Axis {
  const day = dayAxis(date);
  const spans = rows.flatMap(({ open, taken }) => [...open, ...taken]);
  const within = spans.filter((span) => touches(span, day));
  if (within.length === 0) {
    return { from: momentAt(date, USUAL.from), to: momentAt(date, USUAL.to) };
  }
  const hour = (n: number) => day.from + n * HOUR_MS;
  const first = Math.max(day.from, Math.min(...within.map(({ start }) => ms(start))));
  const last = Math.min(day.to, Math.max(...within.map(({ end }) => ms(end))));
  const down = Math.floor((first - day.from) / HOUR_MS);
  const up = Math.ceil((last - day.from) / HOUR_MS);
  return { from: hour(down), to: Math.min(day.to, hour(up)) };
}

/** Every whole hour of an axis, its end not among them. */
export const hoursOf = ({ from, to }: Axis): number[] =>
  Array.from(
    { length: Math.max(0, Math.ceil((to - from) / HOUR_MS)) },
    (_, n) => from + n * HOUR_MS,
  );

/** Where something lies on an axis, in percent of it; null: beside it. */
export function placeOf(span: TimeSpan, axis: Axis): { left: number; width: number } | null {
  if (!touches(span, axis)) return null;
  const all = axis.to - axis.from;
  const start = Math.max(axis.from, ms(span.start));
  const end = Math.min(axis.to, ms(span.end));
  return { left: ((start - axis.from) / all) * 100, width: ((end - start) / all) * 100 };
}

export type Placed<T> = { item: T; lane: number };

/** What is at the same time lies in lanes of its own, each in the first that is free. */
export function lanesOf<T extends TimeSpan>(items: readonly T[]): Placed<T>[] {
  const ends: number[] = [];
  return [...items]
    .sort((a, b) => ms(a.start) - ms(b.start) || ms(a.end) - ms(b.end))
    .map((item) => {
      const found = ends.findIndex((end) => end <= ms(item.start));
      const lane = found < 0 ? ends.length : found;
      ends[lane] = ms(item.end);
      return { item, lane };
    });
}

/** Of which bookable it is, and the booking where it is known. */
export type Entry = ScheduleBooking & {
  idBookable: number;
  bookableName: string;
  booking?: Booking;
};

const byStart = (a: Entry, b: Entry) =>
  ms(a.start) - ms(b.start) || a.bookableName.localeCompare(b.bookableName, 'sv');

/**
 * What is taken on a day, by time. A time that only another bookable of the same space takes stands there once: with the
 * bookable that was booked, where that is known.
 */
export function entriesOf(
  rows: readonly ScheduleRow[],
  bookings: readonly Booking[],
  date: string,
): Entry[] {
  const day = dayAxis(date);
  const known = new Map(bookings.map((one) => [one.idReservationExclusive, one]));
  const seen = new Map<number, Entry>();
  const rest: Entry[] = [];
  for (const { idBookable, name, taken } of rows) {
    for (const one of taken.filter((span) => touches(span, day))) {
      const id = one.idReservationExclusive;
      const booking = id === undefined ? undefined : known.get(id);
      const entry = { ...one, idBookable, bookableName: name, ...(booking && { booking }) };
      if (id === undefined) rest.push(entry);
      else if (!seen.has(id) || booking?.idBookable === idBookable) seen.set(id, entry);
    }
  }
  return [...seen.values(), ...rest].sort(byStart);
}

/** What waits for an answer, the soonest first. */
export const waiting = (bookings: readonly Booking[], now: number): Booking[] =>
  bookings
    .filter(({ flStatus, start }) => flStatus === PENDING && ms(start) > now)
    .sort((a, b) => ms(a.start) - ms(b.start));

/** One's bookings that are still to come, the next first; those that are over, given up or declined, the last first. */
export function comingAndPast(
  bookings: readonly Booking[],
  now: number,
): { coming: Booking[]; past: Booking[] } {
  const isComing = ({ end, flStatus }: Booking) =>
    ms(end) > now && !GONE.has(flStatus) && flStatus < 6;
  const by = (a: Booking, b: Booking) => ms(a.start) - ms(b.start);
  return {
    coming: bookings.filter(isComing).sort(by),
    past: bookings.filter((one) => !isComing(one)).sort((a, b) => by(b, a)),
  };
}

/** Of some spans those that lie on each of some days. Each day's midnights are found once. */
export function onDays<T extends TimeSpan>(spans: readonly T[], days: readonly Axis[]): T[][] {
  return days.map((day) => spans.filter((span) => touches(span, day)));
}
/** Of some spans those that lie on a day. */
export function onDay<T extends TimeSpan>(spans: readonly T[], date: string): T[] {
  const day = dayAxis(date);
  return spans.filter((span) => touches(span, day));
}
export const startsOn = ({ start }: TimeSpan, date: string): boolean => dateIn(start) === date;
