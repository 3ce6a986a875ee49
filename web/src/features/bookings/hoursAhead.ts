/** What an organisation's opening hours come to on the days ahead, as the server reads them (actors/src/platform/hours.rs). Pure. */
import { plusDays, weekdayOf } from '@/lib/days.ts';
import { minutesOf, timeAt } from '@/lib/zone.ts';
import { hoursAheadTexts as texts } from '@/texts/bookingsManage.ts';
import type { BookableAvailability } from './types.ts';

/** Days with a name: a public holiday, a break. */
export type NamedDays = { name: string; from: string; to: string };
export type Open = { start: string; end: string };
export type DayAhead = {
  date: string;
  /** In order; none: closed. */
  open: Open[];
  /** Why it is closed, or closed for a part of the day. */
  why: string[];
};

type Minutes = [start: number, end: number];
const MIDNIGHT = 1_440;
const WHOLE: Minutes = [0, MIDNIGHT];

const covers = (from: string | undefined, to: string | undefined, date: string) =>
  (!from || from <= date) && (!to || date <= to);

/** Sorted, with those that touch or overlap as one. */
function united(all: readonly Minutes[]): Minutes[] {
  const kept: Minutes[] = [];
  for (const [start, end] of [...all].sort((a, b) => a[0] - b[0])) {
    const last = kept.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (start < end) kept.push([start, end]);
  }
  return kept;
}

const without = (from: readonly Minutes[], [start, end]: Minutes): Minutes[] =>
  from
    .flatMap((one): Minutes[] => [
      [one[0], Math.min(one[1], start)],
      [Math.max(one[0], end), one[1]],
    ])
    .filter(([a, b]) => a < b);

type Known = { redDays: readonly NamedDays[]; breaks: readonly NamedDays[] };

function periodsOn(hours: BookableAvailability, date: string): Minutes[] {
  if (hours.periods.length === 0) return [WHOLE];
  return hours.periods
    .filter(
      ({ from, to, weekdays }) => covers(from, to, date) && weekdays.includes(weekdayOf(date)),
    )
    .map(({ start, end }) => [minutesOf(start), minutesOf(end)]);
}

function closuresOn(hours: BookableAvailability, { redDays, breaks }: Known, date: string) {
  const declared = hours.closures
    .filter(({ from, to }) => covers(from, to, date))
    .map(({ name, start, end }) => ({
      name,
      time: [start ? minutesOf(start) : 0, end ? minutesOf(end) : MIDNIGHT] as Minutes,
    }));
  const named = [
    ...(hours.closedOnSchoolBreaks ? breaks : []),
    ...(hours.closedOnRedDays ? redDays : []),
  ].filter(({ from, to }) => covers(from, to, date));
  return [...declared, ...named.map(({ name }) => ({ name, time: WHOLE }))];
}

/** What a day comes to. */
export function dayOf(hours: BookableAvailability, known: Known, date: string): DayAhead {
  const closures = closuresOn(hours, known, date);
  const open = closures.reduce(
    (left, { time }) => without(left, time),
    united(periodsOn(hours, date)),
  );
  return {
    date,
    open: open.map(([start, end]) => ({ start: timeAt(start), end: clockAtEnd(end) })),
    why: [...new Set(closures.map(({ name }) => name))],
  };
}

const clockAtEnd = (minutes: number) => (minutes === MIDNIGHT ? '24:00' : timeAt(minutes));

/** So many days from one on. */
export const daysAhead = (
  hours: BookableAvailability,
  known: Known,
  from: string,
  count: number,
): DayAhead[] => Array.from({ length: count }, (_, n) => dayOf(hours, known, plusDays(from, n)));

/** '08:00–12:00, 13:00–17:00', 'Dygnet runt', 'Stängt'. */
export function openWords(open: readonly Open[]): string {
  if (open.length === 0) return texts.closed;
  if (open.length === 1 && open[0]?.start === '00:00' && open[0].end === '24:00') {
    return texts.always;
  }
  return open.map(({ start, end }) => `${start}–${end}`).join(', ');
}

/** What of days with a name is not over, the next first, as many as are shown. */
export const coming = (days: readonly NamedDays[], today: string, count: number): NamedDays[] =>
  days
    .filter(({ to }) => to >= today)
    .sort((a, b) => a.from.localeCompare(b.from))
    .slice(0, count);
