/** What happened day by day: which days are shown, and what they come to. Pure. */
import type { Activity } from './types.ts';

/** A number of each day. */
export type Count = { date: string; n: number };

/** Messages, and how many wrote some. */
export const chatCounts = ({ days }: Activity): [Count[], Count[]] => [
  days.map(({ date, messages }) => ({ date, n: messages })),
  days.map(({ date, activeMembers }) => ({ date, n: activeMembers })),
];

/** What other areas count, each with its days. */
export const countsOf = ({ days, series }: Activity) =>
  series.map(({ kind, counts }) => ({
    kind,
    counts: days.map(({ date }, at): Count => ({ date, n: counts[at] ?? 0 })),
  }));

/** How many days are shown, the first at first. */
export const PERIODS = [30, 90] as const;
export type Period = (typeof PERIODS)[number];

export const periodIn = (text: string | null): Period =>
  PERIODS.find((one) => String(one) === text) ?? PERIODS[0];

export const sumOf = (counts: readonly Count[]): number =>
  counts.reduce((sum, { n }) => sum + n, 0);

/** The day with most of it, the first of several; null: there is nothing on any. */
export function bestOf(counts: readonly Count[]): Count | null {
  return counts.reduce<Count | null>((held, day) => (day.n > (held?.n ?? 0) ? day : held), null);
}
