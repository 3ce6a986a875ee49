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
    a.event.title.localeCompare(b.event.title, 'sv')
  );
}

export const touches = ({ first, last }: Entry, day: string): boolean =>
  first <= day && day <= last;

export const onDay = (entries: readonly Entry[], day: string): Entry[] =>
  entries.filter((one) => touches(one, day)).sort(inOrder);

/** For some days in a row, each day's lanes from the top: what lasts for days keeps its lane. */
export function lanesOf(entries: readonly Entry[], days: readonly string[]): (Entry | null)[][] {
  const lanes: (Entry | null)[][] = days.map(() => []);
  const shown = entries
    .filter((one) => days.some((day) => touches(one, day)))
    .sort((a, b) => daysFrom(b.first, b.last) - daysFrom(a.first, a.last) || inOrder(a, b));
  for (const entry of shown) {
    const at = days.flatMap((day, n) => (touches(entry, day) ? [n] : []));
    let lane = 0;
    while (at.some((n) => lanes[n]?.[lane])) lane += 1;
    for (const n of at) {
      const day = lanes[n];
      if (!day) continue;
      while (day.length < lane) day.push(null);
      day[lane] = entry;
    }
  }
  return lanes;
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
