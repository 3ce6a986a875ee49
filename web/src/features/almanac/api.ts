import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Almanac, DayType } from '@/api/types.ts';

/** `2026-06-20` of a moment in the reader's own calendar. */
export const dateOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The days of some kinds, with commas between, at most 366 days apart. */
const daysBetween = (types: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['days', types, from, to],
    queryFn: async ({ signal }) =>
      (await api.get<Almanac>('/api/public/days', { query: { types, from, to }, signal })).content,
    // Rules, not news.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const daysOfYear = (type: DayType, year: number) =>
  daysBetween(type, `${year}-01-01`, `${year}-12-31`);

/** As they came with the page; not for what is drawn when the app is built, which has none. */
const asTheyCame = (types: string, from: string, to: string) => ({
  ...daysBetween(types, from, to),
  initialData: () => api.came<Almanac>('/api/public/days', { types, from, to })?.content,
});

/** From today on, for a year. */
export function daysAhead(type: DayType, today = new Date()) {
  const last = new Date(today.getFullYear() + 1, today.getMonth(), today.getDate());
  return asTheyCame(type, dateOf(today), dateOf(last));
}

/** Some kinds of days between two dates, at most 366 days apart. */
export const daysOfKinds = (types: readonly DayType[], from: string, to: string) =>
  asTheyCame(types.join(','), from, to);
