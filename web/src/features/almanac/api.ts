import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Almanac, DayType } from '@/api/types.ts';

/** `2026-06-20` of a moment in the reader's own calendar. */
export const dateOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The days of some kinds, with commas between, at most 366 days apart; of holidays and flag days at most eleven years. */
const daysBetween = (types: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['days', types, from, to],
    queryFn: async ({ signal }) =>
      (await api.get<Almanac>('/api/public/days', { query: { types, from, to }, signal })).content,
    // Rules, not news.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Red days and flag days of the years that people look at most, loaded before they do (social §9, contract §7). */
export const daysBeforehand = daysBetween('holiday,flagdays', '2020-01-01', '2030-12-31');

export const daysOfYear = (type: DayType, year: number) =>
  daysBetween(type, `${year}-01-01`, `${year}-12-31`);

/** As they came with the page; not for what is drawn when the app is built, which has none. */
const asTheyCame = (types: string, from: string, to: string) => ({
  ...daysBetween(types, from, to),
  initialData: () => api.came<Almanac>('/api/public/days', { types, from, to })?.content,
});

/** From today on, for a year: the day before the same date of the next one is the last. */
export function daysAhead(type: DayType, today = new Date(), after = 0) {
  const year = today.getFullYear() + after;
  const first = new Date(year, today.getMonth(), today.getDate());
  const last = new Date(year + 1, today.getMonth(), today.getDate() - 1);
  return asTheyCame(type, dateOf(first), dateOf(last));
}

/** No day is farther from its next one: elections are every four years, on a Sunday that may be some days later. */
const YEARS = 5;

/** The day of that address that comes next, which is not within a year; null: none does. */
export const dayAfter = (type: DayType, slug: string, today = new Date()) =>
  queryOptions({
    queryKey: ['days', 'after', slug, dateOf(today)],
    queryFn: async ({ client }) => {
      for (let year = 1; year < YEARS; year += 1) {
        const days = await client.fetchQuery(daysAhead(type, today, year));
        const found = days.find((day) => day.slug === slug);
        if (found) return found;
      }
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Some kinds of days between two dates, at most 366 days apart. */
export const daysOfKinds = (types: readonly DayType[], from: string, to: string) =>
  asTheyCame(types.join(','), from, to);
