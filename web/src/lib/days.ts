/**
 * Days as 'yyyy-mm-dd', counted in UTC: a change of the clocks neither skips nor doubles one. Weeks begin on Monday. Pure.
 */

const DAY_MS = 86_400_000;
const WEEK = 7;
/** The server refuses days before and after. */
const FIRST_YEAR = 2001;
const LAST_YEAR = 2099;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const plusDays = (day: string, n: number): string => dayAt(msOf(day) + n * DAY_MS);
/** How many days `b` is after `a`. */
export const daysFrom = (a: string, b: string): number => Math.round((msOf(b) - msOf(a)) / DAY_MS);

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: string): number => new Date(msOf(day)).getUTCDay() || WEEK;
export const mondayOf = (day: string): string => plusDays(day, 1 - weekdayOf(day));
export const yearOf = (day: string): number => Number(day.slice(0, 4));
/** ISO 8601: the week belongs to the year in which its Thursday lies. */
export function weekOf(day: string): { year: number; week: number } {
  const thursday = plusDays(mondayOf(day), 3);
  const year = yearOf(thursday);
  return { year, week: 1 + Math.floor(daysFrom(`${year}-01-01`, thursday) / WEEK) };
}
export const monthOf = (day: string): string => day.slice(0, 7);
export const dateNumber = (day: string): number => Number(day.slice(8));
export const lastOfMonth = (day: string): string =>
  dayAt(Date.UTC(yearOf(day), Number(day.slice(5, 7)), 0));

/** The same date so many months later; the month's last day where it is shorter. */
export function plusMonths(day: string, n: number): string {
  const first = dayAt(Date.UTC(yearOf(day), Number(day.slice(5, 7)) - 1 + n, 1));
  const last = lastOfMonth(first);
  const wanted = `${monthOf(first)}-${day.slice(8)}`;
  return wanted > last ? last : wanted;
}

/** Whether it is a day that there is and that the server takes. */
export function isShown(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const year = yearOf(text);
  if (year < FIRST_YEAR || year > LAST_YEAR) return false;
  const ms = msOf(text);
  return !Number.isNaN(ms) && dayAt(ms) === text;
}
