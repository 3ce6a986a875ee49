/** Weeks as bars: how high, and how wide. Pure. */
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

/** Of a week in the plot: its place from the left, 0 to 1. */
export type Bar = { x: number; width: number; height: number };
export type Week = { week: TasksDoneWeek; done: Bar; made: Bar; area: Bar };

/** Two bars side by side for each week, as parts of the width and of the highest one. */
export function barsOf(weeks: readonly TasksDoneWeek[]): { bars: Week[]; most: number } {
  const most = Math.max(0, ...weeks.flatMap(({ done, made }) => [done, made]));
  const step = 1 / Math.max(1, weeks.length);
  const width = step * 0.36;
  const height = (n: number) => (most === 0 ? 0 : n / most);
  const bars = weeks.map((week, at) => ({
    week,
    done: { x: (at + 0.12) * step, width, height: height(week.done) },
    made: { x: (at + 0.52) * step, width, height: height(week.made) },
    area: { x: at * step, width: step, height: 1 },
  }));
  return { bars, most };
}

/** What all weeks come to, and the best of them; null: nothing was done in any. */
export function sumsOf(weeks: readonly TasksDoneWeek[]) {
  const sum = (what: 'done' | 'made') => weeks.reduce((n, week) => n + week[what], 0);
  const best = weeks.reduce<TasksDoneWeek | null>(
    (held, week) => (week.done > (held?.done ?? 0) ? week : held),
    null,
  );
  return { done: sum('done'), made: sum('made'), best };
}
