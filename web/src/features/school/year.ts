/** A school year and the form for it: pure. */
import { isDate } from '@/area/moments.ts';
import type { DayKind, PlannedDay, SchoolDay } from './types.ts';

/** The first and the last school year that the server takes, by the year in which it begins. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2098;
/** From August on one plans the next term in this school year. */
const AUGUST = 8;
/** In spring schools decide on the year after. */
const AHEAD = 2;

/** The day that it is in Sweden. */
export { todayHere as todayInSweden } from '@/lib/zone.ts';

/** The school year in which a day lies, by the year in which it begins. */
export function yearOfDay(day: string): number {
  const year = Number(day.slice(0, 4));
  return Number(day.slice(5, 7)) >= AUGUST ? year : year - 1;
}

export const isYear = (year: number) =>
  Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR;

/** Those that one chooses among: from the one before to some ahead. */
export function yearsAround(today: string, also?: number): number[] {
  const now = yearOfDay(today);
  const years = Array.from({ length: AHEAD + 2 }, (_, n) => now - 1 + n);
  if (also && isYear(also) && !years.includes(also)) years.push(also);
  return years.filter(isYear).sort((a, b) => a - b);
}

/** 2026 as '2026/2027'. */
export const yearName = (year: number) => `${year}/${year + 1}`;

/** The span in which events of a school year are looked for: its first and last day. */
export const spanOf = (year: number) => ({ first: `${year}-08-01`, last: `${year + 1}-07-31` });

export type DayForm = {
  key: string;
  kind: DayKind;
  title: string;
  startDate: string;
  endDate: string;
  /** As it is in the calendar where somebody has changed it; null: it was taken out there. */
  stands?: { title: string; startDate: string | null; endDate: string | null } | null;
  /** Somebody has changed it, or taken it out, by hand. */
  byHand?: 'KEPT' | 'GONE';
  again?: boolean;
};

const formOf = ({ key, kind, title, startDate, endDate }: SchoolDay): DayForm => ({
  key,
  kind,
  title,
  startDate,
  endDate,
});

/** What was put in last, as it stands. */
export const formOfYear = (days: readonly PlannedDay[]): DayForm[] =>
  days.map((day) => ({
    ...formOf(day),
    ...(day.outcome === 'KEPT' && { byHand: 'KEPT' as const, stands: day.stands }),
    ...(day.outcome === 'GONE' && { byHand: 'GONE' as const, stands: null }),
  }));

/**
 * Another proposal in the form: days that nobody has changed here follow, those that were take what is new beside them.
 * `before`: the proposal that the form began with.
 */
export function proposedAnew(
  form: readonly DayForm[],
  before: readonly SchoolDay[],
  after: readonly SchoolDay[],
): DayForm[] {
  const proposed = (key: string) => before.find((day) => day.key === key);
  const isProposed = (day: DayForm) => {
    const was = proposed(day.key);
    return (
      was?.title === day.title && was.startDate === day.startDate && was.endDate === day.endDate
    );
  };
  const kept = form.filter((day) => !isProposed(day));
  // What was taken out of the form stays out.
  const out = before.filter(({ key }) => !form.some((day) => day.key === key));
  const fresh = after.filter(
    ({ key }) => !kept.some((day) => day.key === key) && !out.some((day) => day.key === key),
  );
  return byTime([...kept, ...fresh.map(formOf)]);
}

/** In the order in which they come. */
export const byTime = (days: readonly DayForm[]): DayForm[] =>
  [...days].sort((a, b) => a.startDate.localeCompare(b.startDate));

/** A key that no day of the form has. */
export function freeKey(form: readonly DayForm[]): string {
  let n = 1;
  while (form.some(({ key }) => key === `OWN-${n}`)) n += 1;
  return `OWN-${n}`;
}

export type Missing = { key: string; field: 'title' | 'startDate' | 'endDate' };

/** What the form itself can tell: the first field of each day that is not right. */
export function missing(form: readonly DayForm[], year: number): Missing[] {
  const [first, last] = [`${year}-07-01`, `${year + 1}-07-31`];
  return form.flatMap(({ key, title, startDate, endDate }): Missing[] => {
    if (!title.trim()) return [{ key, field: 'title' }];
    if (!isDate(startDate) || startDate < first || startDate > last) {
      return [{ key, field: 'startDate' }];
    }
    if (!isDate(endDate) || endDate < startDate || endDate > last)
      return [{ key, field: 'endDate' }];
    return [];
  });
}

/** As it is sent. */
export const draftOf = (form: readonly DayForm[]) =>
  form.map(({ key, kind, title, startDate, endDate, again = false }) => ({
    key,
    kind,
    title: title.trim(),
    startDate,
    endDate,
    again,
  }));
