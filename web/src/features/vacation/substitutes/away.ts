/** Who is away today and in the days after. Pure. */
import { mondayOf, plusDays } from '@/lib/days.ts';
import { type Away, awayIn, type Tone } from '../said.ts';
import type { Span, YearPerson } from '../types.ts';

const FRIDAY = 4;
const SUNDAY = 6;
const WEEK = 7;

export type Ahead = Span & { next: boolean };

/** From tomorrow to Sunday; from Friday on the week after (`next`), for which one plans then. */
export function aheadOf(today: string): Ahead {
  const monday = mondayOf(today);
  if (today >= plusDays(monday, FRIDAY)) {
    return { from: plusDays(today, 1), to: plusDays(monday, WEEK + SUNDAY), next: true };
  }
  return { from: plusDays(today, 1), to: plusDays(monday, SUNDAY), next: false };
}

/** For whom a substitute may be asked: on which day first, and how sure that is. */
export type Gone = { user: Away['user']; from: string; to: string; tone: Tone };

/** Everybody once, by the first of their days within a span. */
export const goneIn = (people: readonly YearPerson[], span: Span): Gone[] =>
  awayIn(people, span)
    .flatMap(({ user, parts }): Gone[] => {
      const [first] = parts;
      return first ? [{ user, ...first }] : [];
    })
    .sort(
      (a, b) =>
        a.from.localeCompare(b.from) || a.user.displayName.localeCompare(b.user.displayName, 'sv'),
    );
