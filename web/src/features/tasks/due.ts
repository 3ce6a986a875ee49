/** Tasks by when they are due (lib/due.ts): their groups and order, and another day for one. Pure. */
import { capital, longDate, shortDate } from '@/lib/dates.ts';
import { daysFrom, mondayOf, plusDays, yearOf } from '@/lib/days.ts';
import { dayWords, dueDay, dueTime, type When } from '@/lib/due.ts';
import { clockAt, HOME_ZONE, momentAt, todayHere } from '@/lib/zone.ts';
import type { Due, Task } from './types.ts';

/** The last of a week, counted from its Monday. */
const SUNDAY = 6;

export const GROUPS = ['late', 'today', 'tomorrow', 'week', 'later', 'undated'] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf(due: When, today: string): Group {
  const day = dueDay(due);
  if (day === null) return 'undated';
  if (day < today) return 'late';
  if (day === today) return 'today';
  if (day === plusDays(today, 1)) return 'tomorrow';
  return day <= plusDays(mondayOf(today), SUNDAY) ? 'week' : 'later';
}

/** By day, then by time of day with those that have none after, then by priority, then the older first. */
export function byDue(a: Task, b: Task): number {
  const last = '9999';
  const key = (task: Task) => `${dueDay(task) ?? last} ${dueTime(task) || last}`;
  const [one, other] = [key(a), key(b)];
  if (one !== other) return one < other ? -1 : 1;
  return b.priority - a.priority || a.idTask - b.idTask;
}

/** Only groups that have tasks, in their order. */
export function grouped(tasks: readonly Task[], today: string): { group: Group; tasks: Task[] }[] {
  const sorted = [...tasks].sort(byDue);
  return GROUPS.map((group) => ({
    group,
    tasks: sorted.filter((task) => groupOf(task, today) === group),
  })).filter((one) => one.tasks.length > 0);
}

/** The same time of another day, by the clock it was said in; of what is not due yet, that date. A start does not come after it. */
export function dueOn(
  task: Due & Pick<Task, 'startDate'>,
  day: string,
): Due & Pick<Task, 'startDate'> {
  const startDate = task.startDate && task.startDate > day ? day : task.startDate;
  if (task.dueAt === null) return { dueDate: day, dueAt: null, timeZone: null, startDate };
  const zone = task.timeZone ?? HOME_ZONE;
  const { date, time } = clockAt(task.dueAt, zone);
  const moved = plusDays(date, daysFrom(todayHere(task.dueAt), day));
  const dueAt = Date.parse(momentAt({ date: moved, time }, zone));
  return { dueDate: null, dueAt, timeZone: task.timeZone, startDate };
}

/** A day as the heading of what happens on it: 'I dag, fredag 4 december'. */
export function dayHeading(day: string, today: string): string {
  const away = daysFrom(today, day);
  const date = yearOf(day) === yearOf(today) ? shortDate(day) : longDate(day);
  return Math.abs(away) < 2 ? `${capital(dayWords(day, today))}, ${date}` : capital(date);
}
