/** What the almanac says of days. Pure. */
import type { DayFact } from './types.ts';

export type DayFacts = {
  /** Nobody works: a holiday or a Sunday stands in red. */
  red: boolean;
  /** What it is called, the holiday first. */
  names: DayFact[];
  flag: DayFact | undefined;
  namedays: string[];
};

const noFacts: DayFacts = { red: false, names: [], flag: undefined, namedays: [] };

const facts = (days: readonly DayFact[]): DayFacts => ({
  red: days.some(({ type }) => type === 'holiday'),
  names: days
    .filter(({ type }) => type !== 'flagdays' && type !== 'nameday')
    .sort((a, b) => a.group - b.group),
  flag: days.find(({ type }) => type === 'flagdays'),
  namedays: days.filter(({ type }) => type === 'nameday').map(({ name }) => name),
});

/** By the day. */
export function factsOf(all: readonly DayFact[]): (day: string) => DayFacts {
  const byDate = new Map<string, DayFact[]>();
  for (const one of all) byDate.set(one.date, [...(byDate.get(one.date) ?? []), one]);
  const known = new Map([...byDate].map(([date, days]) => [date, facts(days)]));
  return (day: string) => known.get(day) ?? noFacts;
}
