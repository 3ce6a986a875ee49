/**
 * When something is due, by days in Sweden: a date is the same day everywhere, a moment is of the day that Swedish clocks show then.
 * What was due earlier today is still of today; only what was due on a day before is late. Pure.
 */
import { longDate, shortDate } from '@/lib/dates.ts';
import { daysFrom, yearOf } from '@/lib/days.ts';
import { clockAt, HOME_ZONE, todayHere } from '@/lib/zone.ts';
import { dueTexts as texts } from '@/texts/due.ts';

export const isOpen = ({ status }: { status: string }): boolean =>
  status === 'TODO' || status === 'IN_PROGRESS';

export type When = { dueDate: string | null; dueAt: number | null };

/** On which day it is due; null: on none. */
export const dueDay = ({ dueDate, dueAt }: When): string | null =>
  dueDate ?? (dueAt === null ? null : todayHere(dueAt));

/** The time of day of a moment; '': none is said. */
export const dueTime = ({ dueAt }: When): string =>
  dueAt === null ? '' : clockAt(dueAt, HOME_ZONE).time;

/** It was due before now, by day or by the clock, and is not done. */
export function isLate(task: When & { status: string }, now: number): boolean {
  if (!isOpen(task)) return false;
  if (task.dueAt !== null) return task.dueAt < now;
  return task.dueDate !== null && task.dueDate < todayHere(now);
}

/** A day within a sentence: 'i dag', 'i går', 'på fredag', 'fredag 4 december', with the year where it is another. */
export function dayWords(day: string, today: string): string {
  const away = daysFrom(today, day);
  if (away === 0) return texts.today;
  if (away === 1) return texts.tomorrow;
  if (away === -1) return texts.yesterday;
  return yearOf(day) === yearOf(today) ? shortDate(day) : longDate(day);
}

/** 'i dag 15:00', 'fredag 4 december'; '' where it is not due. */
export function dueWords(due: When, today: string): string {
  const day = dueDay(due);
  if (day === null) return '';
  return [dayWords(day, today), dueTime(due)].filter(Boolean).join(' ');
}
