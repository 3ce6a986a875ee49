/**
 * One line of Swedish as a task: 'ring Karin imorgon 15 !hög #jobb'. By the rules that read a line as an event (lib/swedish), and
 * these:
 *
 * - Days and times are Sweden's. A day without a time is a date, with a time it is a moment.
 * - A time without a day is today's, or tomorrow's when it has been. 'Om en timme' is a moment from now on.
 * - A day without a year is the next such day, today too; 'på tisdag' said on a Tuesday is in a week, 'nästa tisdag' is the next
 *   week's. A weekday that is today, at a time that has been, is in a week.
 * - Of several days the last is meant ('14–16 maj'), of a week its Friday ('v 49'; once that has been, its Sunday), of several
 *   hours the end ('fredag 10–12'). Of two days that are named, the one after 'senast', else the first.
 * - 'Ikväll', 'fredag kväll' are at 18, unless it is later already: then the day alone.
 * - What comes again is due on the first day of its rule, today too unless the time has been. 'Varje månad den 31' begins on a
 *   31st. 'Från' says when it begins, 'till' when it ends, 'efter klar' that the next is counted from when this one was done.
 * - '!låg', '!normal', '!hög' or '!!', '!brådskande' or '!!!', and '#etikett', stand by themselves between spaces.
 * - What is ambiguous stays in the title: 'före fredag', 'efter fredag', 'inför fredag', a number beside a day that counts
 *   something ('imorgon 3 liter mjölk'), 'mån-fre', 'v 49-50', 'Lucia' without 'på', '#12', '!' after a word.
 *
 * Pure: the time is passed in.
 */
import { plusDays } from '@/lib/days.ts';
import { type Repeat, ruleOf } from '@/lib/repeat.ts';
import type { Place } from '@/lib/swedish/dates.ts';
import { blank, wordsLeft } from '@/lib/swedish/left.ts';
import { clockAt, HOME_ZONE, momentAt, timeAt } from '@/lib/zone.ts';
import type { Priority, TaskRepeat } from '../types.ts';
import { type Due, dueDay, dueIn, timeFromNow } from './due.ts';
import { labelsIn, priorityIn } from './marks.ts';
import { afterDone, type Repeats, repeatsIn } from './repeats.ts';

/** What of a line was understood as something else than its title. */
export type Part = { from: number; to: number; what: 'due' | 'repeat' | 'priority' | 'label' };

/** What a line says; what it does not say is not there. */
export type Line = {
  title: string;
  /** Never beside `dueAt`. */
  dueDate?: string;
  dueAt?: number;
  /** With `dueAt`. */
  timeZone?: string;
  repeat?: TaskRepeat;
  priority?: Priority;
  labels?: string[];
  /** Where in the line it was read, in its order. */
  parts: Part[];
};

/** As much of a line is read; the rest is of the title. */
export const LINE_MOST = 300;
const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

type When = Pick<Line, 'dueDate' | 'dueAt' | 'timeZone'>;
const atMoment = (dueAt: number): When => ({ dueAt, timeZone: HOME_ZONE });

/** The moment of a day's minute, which may be past its midnight. */
function momentOf(day: string, minute: number): number {
  const over = Math.floor(minute / DAY_MINUTES);
  const wall = { date: plusDays(day, over), time: timeAt(minute - over * DAY_MINUTES) };
  return Date.parse(momentAt(wall, HOME_ZONE));
}

/** Of a single task; null: no time is said. */
function once({ days, minute, guessed }: Due, today: string, now: number): When | null {
  if (!days && minute === null) return null;
  const isOver = minute !== null && momentOf(today, minute) <= now;
  const day = days ? dueDay(days, today, isOver) : isOver ? plusDays(today, 1) : today;
  if (minute === null) return { dueDate: day };
  const moment = momentOf(day, minute);
  return guessed && moment <= now ? { dueDate: day } : atMoment(moment);
}

/** The first of a series, and its rule as it is counted from that day. */
function series(repeats: Repeats, { days, isEnd, minute }: Due, today: string, now: number) {
  const from = (!isEnd && days?.first) || today;
  const first = repeats.first(from);
  const isOver = minute !== null && momentOf(first, minute) <= now;
  const day = isOver && from === today ? repeats.first(plusDays(first, 1)) : first;
  const said: Repeat =
    isEnd && days ? { ...repeats.said, ends: 'until', until: days.last } : repeats.said;
  const when: When = minute === null ? { dueDate: day } : atMoment(momentOf(day, minute));
  return { when, rrule: ruleOf(said, day) };
}

/** What would stand before nothing. */
const BEFORE_DUE =
  /(?<![\p{L}\p{N}])(?:(?:senast|deadline:?|förfaller|före|innan|från och med|till och med|fr\.? ?o\.? ?m\.?|t\.? ?o\.? ?m\.?)\s*(?:på\s*|den\s*)*)(?=\uE000)/giu;

/** In the place of a sign: what stands before it is no loose end ('prata om #budget'). */
const SIGN = '\uE001';
const sign = (text: string, { at, end }: Place) =>
  text.slice(0, at) + SIGN.repeat(end - at) + text.slice(end);

function titleOf(masked: string): string {
  const left = wordsLeft(masked.replace(BEFORE_DUE, ''));
  const words = wordsLeft(left.replaceAll(SIGN, ' '));
  return words.charAt(0).toLocaleUpperCase('sv') + words.slice(1);
}

/** What a line says, read at a moment (ms). */
export function readLine(text: string, now: number): Line {
  const read = text.slice(0, LINE_MOST);
  const { date: today } = clockAt(now, HOME_ZONE);
  const priority = priorityIn(read);
  const labels = labelsIn(read);
  const signless = [...(priority?.places ?? []), ...labels].reduce(sign, read);

  const soon = timeFromNow(signless);
  const repeats = soon ? null : repeatsIn(signless);
  const fromDone = repeats && afterDone(signless);
  const repeatPlaces = [repeats, fromDone].filter((one) => one !== null);
  const rest = repeatPlaces.reduce(blank, signless);
  const due = soon ? null : dueIn(rest, today, repeats);

  const begun = repeats && due && series(repeats, due, today, now);
  const minuteNow = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const when = soon
    ? atMoment(minuteNow + soon.said)
    : (begun?.when ?? (due && once(due, today, now)));

  const duePlaces = soon ? [soon] : (due?.places ?? []);
  const same = (said: string) => said.toLocaleLowerCase('sv');
  const named = labels
    .map(({ said }) => said)
    .filter((said, n, all) => all.findIndex((one) => same(one) === same(said)) === n);
  const part =
    (what: Part['what']) =>
    ({ at: from, end: to }: Place) => ({ from, to, what });
  const parts = [
    ...duePlaces.map(part('due')),
    ...repeatPlaces.map(part('repeat')),
    ...(priority?.places ?? []).map(part('priority')),
    ...labels.map(part('label')),
  ];
  return {
    title: titleOf(duePlaces.reduce(blank, rest) + text.slice(LINE_MOST)),
    ...when,
    ...(begun?.rrule && {
      repeat: { rrule: begun.rrule, from: fromDone ? 'COMPLETION' : 'SCHEDULE' } as const,
    }),
    ...(priority && { priority: priority.said }),
    ...(named.length > 0 && { labels: named }),
    parts: parts.sort((a, b) => a.from - b.from),
  };
}
