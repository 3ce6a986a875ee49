/** Spans of days, holiday years, and where both lie on a page. Pure. */
import { dateNumber, daysFrom, isShown, mondayOf, monthOf, plusDays, yearOf } from '@/lib/days.ts';
import { applyTexts, vacationTexts } from '@/texts/vacation.ts';
import type { HolidayYear, Span } from './types.ts';

export { todayHere } from '@/lib/zone.ts';

const APRIL = 4;
const MONTHS = 12;
const WEEK = 7;
/** Of one period. */
const MOST_DAYS = 366;
/** How far back days can be saved. */
const SAVED_YEARS = 5;

const two = (n: number) => String(n).padStart(2, '0');
const monthNumber = (day: string) => Number(day.slice(5, 7));
const monthName = (day: string) => vacationTexts.months[monthNumber(day) - 1] ?? '';

/** '6 juli 2026'. */
export const dayWords = (day: string): string =>
  `${dateNumber(day)} ${monthName(day)} ${yearOf(day)}`;
const dayAndMonth = (day: string) => `${dateNumber(day)} ${monthName(day)}`;

/** '6–31 juli 2026', '28 december 2026–3 januari 2027'; `bare`: without a year where both days are in one. */
export function spanWords({ from, to }: Span, bare = false): string {
  if (yearOf(from) !== yearOf(to)) return `${dayWords(from)}–${dayWords(to)}`;
  const last = bare ? dayAndMonth(to) : dayWords(to);
  if (from === to) return last;
  if (monthOf(from) === monthOf(to)) return `${dateNumber(from)}–${last}`;
  return `${dayAndMonth(from)}–${last}`;
}

/** Which holiday year a day is of, by the calendar year in which that begins. */
export const holidayYearOf = (day: string, kind: HolidayYear): number =>
  kind === 'APRIL' && monthNumber(day) < APRIL ? yearOf(day) - 1 : yearOf(day);

/** '2026/27', '2026'. */
export const yearName = (year: number, kind: HolidayYear): string =>
  kind === 'APRIL' ? `${year}/${two((year + 1) % 100)}` : String(year);

export function boundsOf(year: number, kind: HolidayYear): Span {
  if (kind === 'CALENDAR') return { from: `${year}-01-01`, to: `${year}-12-31` };
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` };
}

/** Its months, 'yyyy-mm'. */
export function monthsOf({ from, to }: Span): string[] {
  const count = (yearOf(to) - yearOf(from)) * MONTHS + monthNumber(to) - monthNumber(from) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => monthAfter(monthOf(from), n));
}

export function monthAfter(month: string, n: number): string {
  const all = yearOf(month) * MONTHS + Number(month.slice(5, 7)) - 1 + n;
  return `${Math.floor(all / MONTHS)}-${two((all % MONTHS) + 1)}`;
}

export const monthSpan = (month: string): Span => ({
  from: `${month}-01`,
  to: plusDays(`${monthAfter(month, 1)}-01`, -1),
});

/** What two spans share; null: nothing. */
export function shared(a: Span, b: Span): Span | null {
  const from = a.from > b.from ? a.from : b.from;
  const to = a.to < b.to ? a.to : b.to;
  return from <= to ? { from, to } : null;
}

/** The weeks of a month, Monday to Sunday, without the days of other months. */
export function weeksOf(month: string): Span[] {
  const whole = monthSpan(month);
  const first = mondayOf(whole.from);
  const count = Math.ceil((daysFrom(first, whole.to) + 1) / WEEK);
  return Array.from({ length: count }, (_, n) => {
    const from = plusDays(first, n * WEEK);
    return shared({ from, to: plusDays(from, WEEK - 1) }, whole) ?? whole;
  });
}

const lengthOf = ({ from, to }: Span) => daysFrom(from, to) + 1;

/** Where a span lies within another, in hundredths of it; null: outside. */
export function placeIn(whole: Span, span: Span): { left: number; width: number } | null {
  const part = shared(whole, span);
  if (!part) return null;
  const share = 100 / lengthOf(whole);
  return { left: daysFrom(whole.from, part.from) * share, width: lengthOf(part) * share };
}

/** What is wrong with a period, by field. */
export function wrongSpan({ from, to }: Span): { from?: string; to?: string } {
  const wrong = {
    ...(!isShown(from) && { from: applyTexts.wrongDate }),
    ...(!isShown(to) && { to: applyTexts.wrongDate }),
  };
  if (wrong.from || wrong.to) return wrong;
  if (to < from) return { to: applyTexts.order };
  return lengthOf({ from, to }) > MOST_DAYS ? { to: applyTexts.tooLong } : {};
}

/** Those of which days may still be saved, the last first. */
export const savedYears = (year: number): number[] =>
  Array.from({ length: SAVED_YEARS }, (_, n) => year - 1 - n);
