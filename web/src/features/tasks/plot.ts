/** How much is done, week by week: which weeks, and what they come to. Pure. */
import { mondayOf, plusDays, weekOf } from '@/lib/days.ts';
import type { TasksDoneWeek } from './types.ts';

/** How many weeks are shown, the first at first. */
export const PERIODS = [12, 26, 52] as const;
export type Period = (typeof PERIODS)[number];

export const periodIn = (text: string | null): Period =>
  PERIODS.find((one) => String(one) === text) ?? PERIODS[0];

/** The days of so many weeks, this one the last. */
export const daysOf = (period: Period, today: string) => ({
  from: plusDays(mondayOf(today), -7 * (period - 1)),
  to: today,
});

export const weekNumber = ({ from }: TasksDoneWeek): number => weekOf(from).week;

/** What all weeks come to, and the best of them; null: nothing was done in any. */
export function sumsOf(weeks: readonly TasksDoneWeek[]) {
  const sum = (what: 'done' | 'made') => weeks.reduce((n, week) => n + week[what], 0);
  const best = weeks.reduce<TasksDoneWeek | null>(
    (held, week) => (week.done > (held?.done ?? 0) ? week : held),
    null,
  );
  return { done: sum('done'), made: sum('made'), best };
}
