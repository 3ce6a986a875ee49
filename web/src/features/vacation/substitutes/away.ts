/** Who is away today and on the rest of the week. Pure. */
import { mondayOf, plusDays } from '@/lib/days.ts';
import { type Away, awayIn, type Tone } from '../said.ts';
import type { Span, YearPerson } from '../types.ts';

const SUNDAY = 6;

/** From tomorrow to Sunday; null: today is Sunday. */
export function restOfWeek(today: string): Span | null {
  const to = plusDays(mondayOf(today), SUNDAY);
  return to > today ? { from: plusDays(today, 1), to } : null;
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
