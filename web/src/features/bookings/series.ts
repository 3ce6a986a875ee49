/** Series of bookings: how often, until when, and what of them clashes. Pure. */
import { ApiError } from '@/api/ApiError.ts';
import { plusDays } from '@/lib/days.ts';
import type { SeriesScope, SkippedBooking } from './types.ts';

export type Repeat = 'never' | 'daily' | 'weekly' | 'biweekly';
export const REPEATS: readonly Repeat[] = ['never', 'daily', 'weekly', 'biweekly'];
export const SCOPES: readonly SeriesScope[] = ['this', 'future', 'all'];

/** Bookings of a series at most (contract §8.2). */
export const MOST = 60;
/** How many are suggested. */
const USUAL = 10;
const DAYS: Record<Repeat, number> = { never: 0, daily: 1, weekly: 7, biweekly: 14 };
const RULES: Record<Repeat, string> = {
  never: '',
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  biweekly: 'FREQ=WEEKLY;INTERVAL=2',
};

/** The last day of a usual series that begins on a date. */
export const usualUntil = (date: string, repeat: Repeat): string =>
  plusDays(date, DAYS[repeat] * (USUAL - 1));

/** How many there are from a date until another, both included; none where that is no series. */
export function countOf(date: string, repeat: Repeat, until: string): number {
  const step = DAYS[repeat];
  if (step === 0) return 1;
  const days = (Date.parse(until) - Date.parse(date)) / 86_400_000;
  if (!(days >= 0)) return 0;
  const count = Math.floor(days / step) + 1;
  return count > MOST ? 0 : count;
}

/** The rule of RFC 5545; none where nothing is repeated. */
export const rruleOf = (repeat: Repeat, count: number): string | undefined =>
  repeat === 'never' ? undefined : `${RULES[repeat]};COUNT=${count}`;

export type Clashes = { conflicts: SkippedBooking[]; canSkip: boolean };

const isClash = (one: unknown): one is SkippedBooking =>
  typeof one === 'object' && one !== null && 'code' in one && 'start' in one && 'end' in one;

/** What of a series cannot be booked, of a refusal that says so. */
export function clashesOf(error: unknown): Clashes | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { conflicts, canSkip } = error.problem as { conflicts?: unknown; canSkip?: unknown };
  const found = Array.isArray(conflicts) ? conflicts.filter(isClash) : [];
  return found.length > 0 ? { conflicts: found, canSkip: canSkip === true } : undefined;
}
