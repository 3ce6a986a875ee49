/** Where events stand in a view: on which days, in which lane of a week, in which column of a day. Pure. */

import { beginOf, daysFrom, localDay } from './days.ts';
import type { ListedEvent } from './types.ts';

const DAY_MS = 86_400_000;
export const DAY_MINUTES = 1440;
/** What is shorter is drawn as long, so that it can be read and hit. */
export const LEAST_MINUTES = 30;

/** An event as the reader's days show it. */
export type Entry = {
  /** Tells two of one series apart. */
  key: string;
  event: ListedEvent;
  /** The days it touches. */
  first: string;
  last: string;
  /** Over all of its days, and not at a time of day: all-day, or a day long and longer. */
  wide: boolean;
};

export function entryOf(event: ListedEvent): Entry {
  const key = `${event.id}/${event.recurrenceId ?? ''}`;
  const start = new Date(event.start);
  const end = new Date(event.end);
  if (event.allDay && event.startDate) {
    const last = event.endDate ?? event.startDate;
    return { key, event, first: event.startDate, last, wide: true };
  }
  const first = localDay(start);
  // What ends at midnight is not of the day after.
  const last = end > start ? localDay(new Date(end.getTime() - 1)) : first;
  return { key, event, first, last, wide: end.getTime() - start.getTime() >= DAY_MS };
}

/** By beginning, the longer first, then by title: the same order everywhere. */
export function inOrder(a: Entry, b: Entry): number {
  return (
    Number(b.wide) - Number(a.wide) ||
    a.event.start.localeCompare(b.event.start) ||
    b.event.end.localeCompare(a.event.end) ||
    a.event.title.localeCompare(b.event.title, 'sv') ||
    (a.key < b.key ? -1 : Number(a.key > b.key))
  );
}

export const touches = ({ first, last }: Entry, day: string): boolean =>
  first <= day && day <= last;

export const onDay = (entries: readonly Entry[], day: string): Entry[] =>
  entries.filter((one) => touches(one, day)).sort(inOrder);

/** An event as one bar over some days in a row: `from` and `to` are places among them, both included. */
export type Bar = { entry: Entry; lane: number; from: number; to: number };

/** The events of some days in a row, each in one lane of them, which it has to itself; what lasts longest is on top. */
export function barsOf(entries: readonly Entry[], days: readonly string[]): Bar[] {
  /** Of each lane, which days are taken. */
  const lanes: boolean[][] = [];
  return entries
    .filter((one) => days.some((day) => touches(one, day)))
    .sort((a, b) => daysFrom(b.first, b.last) - daysFrom(a.first, a.last) || inOrder(a, b))
    .map((entry) => {
      const from = days.findIndex((day) => touches(entry, day));
      const to = days.findLastIndex((day) => touches(entry, day));
      const isFree = (lane: readonly boolean[]) => !lane.slice(from, to + 1).some(Boolean);
      const free = lanes.findIndex(isFree);
      const lane = free < 0 ? lanes.length : free;
      const taken = lanes[lane] ?? days.map(() => false);
      lanes[lane] = taken.fill(true, from, to + 1);
      return { entry, lane, from, to };
    });
}

/**
 * Which bars are seen where a day has room for so many, the last of them for what it says of the others; `rest`: how many those
 * are of each day. A bar is seen on all of its days or on none.
 */
export function fitted(bars: readonly Bar[], days: number, room: number) {
  const over = (n: number) => bars.filter(({ from, to }) => from <= n && n <= to);
  const roomOn = Array.from({ length: days }, (_, n) =>
    over(n).some(({ lane }) => lane >= room) ? room - 1 : room,
  );
  const fits = ({ lane, from, to }: Bar) =>
    roomOn.slice(from, to + 1).every((lanes) => lane < lanes);
  const seen = new Set(bars.filter(fits));
  const rest = roomOn.map((_, n) => over(n).filter((bar) => !seen.has(bar)).length);
  return { seen, rest };
}

/** Minutes since the day's midnight by the clock on the wall, as far as they lie in the day. */
export function minutesOn({ event, first, last }: Entry, day: string): [from: number, to: number] {
  const clock = (iso: string) => {
    const at = new Date(iso);
    return at.getHours() * 60 + at.getMinutes();
  };
  const from = day === first ? clock(event.start) : 0;
  const ends = new Date(event.end);
  const overnight = ends.getTime() === beginOf(localDay(ends)).getTime();
  const to =
    day === last && !(overnight && event.end !== event.start) ? clock(event.end) : DAY_MINUTES;
  // Where the clocks go back it may seem to end before it begins.
  return [from, Math.max(to, from)];
}

export type Placed = {
  entry: Entry;
  from: number;
  to: number;
  /** From 0, of so many that stand beside each other. */
  column: number;
  columns: number;
};

/** A day's events at a time of day: those that overlap share its width. */
export function columnsOf(entries: readonly Entry[], day: string): Placed[] {
  const placed = onDay(entries, day)
    .filter(({ wide }) => !wide)
    .map((entry): Placed => {
      const [begins, ends] = minutesOn(entry, day);
      const from = Math.min(begins, DAY_MINUTES - LEAST_MINUTES);
      return { entry, from, to: Math.max(ends, from + LEAST_MINUTES), column: 0, columns: 1 };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  let group: Placed[] = [];
  let groupEnds = 0;
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    for (const one of group) one.columns = columns;
    group = [];
  };
  for (const one of placed) {
    if (one.from >= groupEnds) close();
    const taken = new Set(group.filter(({ to }) => to > one.from).map(({ column }) => column));
    while (taken.has(one.column)) one.column += 1;
    group.push(one);
    groupEnds = Math.max(group.length === 1 ? 0 : groupEnds, one.to);
  }
  close();
  return placed;
}
