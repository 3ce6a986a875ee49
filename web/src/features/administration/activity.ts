/** What happened day by day: which days are shown, and what they come to. Pure. */
import type { ActivityDay } from './types.ts';

/** How many days are shown, the first at first. */
export const PERIODS = [30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const periodIn = (text: string | null): Period =>
  PERIODS.find((one) => String(one) === text) ?? PERIODS[0];

type What = 'messages' | 'activeMembers';

export const sumOf = (days: readonly ActivityDay[], what: What): number =>
  days.reduce((sum, day) => sum + day[what], 0);

/** The day with most of it, the first of several; null: there is nothing on any. */
export function bestOf(days: readonly ActivityDay[], what: What): ActivityDay | null {
  return days.reduce<ActivityDay | null>(
    (held, day) => (day[what] > (held?.[what] ?? 0) ? day : held),
    null,
  );
}
