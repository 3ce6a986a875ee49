/** The calendar's views and the days that they show (lib/days.ts). Weeks are numbered as in ISO 8601. Pure. */

import {
  dateNumber,
  daysFrom,
  isShown,
  lastOfMonth,
  mondayOf,
  monthOf,
  plusDays,
  plusMonths,
  weekdayOf,
  weekOf,
  yearOf,
} from '@/lib/days.ts';

export {
  dateNumber,
  daysFrom,
  isShown,
  mondayOf,
  monthOf,
  plusDays,
  plusMonths,
  weekdayOf,
  weekOf,
  yearOf,
};

export const VIEWS = ['month', 'week', 'day', 'agenda', 'year'] as const;
export type View = (typeof VIEWS)[number];
/** What lies between two steps of a view: on a phone a week is shown three days at a time. */
export type Period = View | 'threeDays';
/** The first and the last day, both included. */
export type Span = { first: string; last: string };

const WEEK = 7;
/** How many days the agenda lists. */
const AGENDA_DAYS = 30;
/** As many as a phone has room for beside each other. */
const PHONE_DAYS = 3;
const two = (n: number) => String(n).padStart(2, '0');

export function daysOf({ first, last }: Span): string[] {
  return Array.from({ length: daysFrom(first, last) + 1 }, (_, n) => plusDays(first, n));
}

/** The weeks that a month touches, whole. */
export function weeksOfMonth(day: string): string[][] {
  const { first, last } = spanOf('month', day);
  const days = daysOf({ first, last });
  return Array.from({ length: days.length / WEEK }, (_, n) => days.slice(n * WEEK, (n + 1) * WEEK));
}

/** The first days of the months of a day's year. */
export const monthsOfYear = (day: string): string[] =>
  Array.from({ length: 12 }, (_, n) => `${day.slice(0, 4)}-${two(n + 1)}-01`);

/** How a view is leafed through. */
export const periodOf = (view: View, phone: boolean): Period =>
  view === 'week' && phone ? 'threeDays' : view;

/** What is shown around a day. */
export function spanOf(period: Period, day: string): Span {
  switch (period) {
    case 'month':
      return {
        first: mondayOf(`${monthOf(day)}-01`),
        last: plusDays(mondayOf(lastOfMonth(day)), WEEK - 1),
      };
    case 'week':
      return { first: mondayOf(day), last: plusDays(mondayOf(day), WEEK - 1) };
    case 'threeDays':
      return { first: day, last: plusDays(day, PHONE_DAYS - 1) };
    case 'day':
      return { first: day, last: day };
    case 'agenda':
      return { first: day, last: plusDays(day, AGENDA_DAYS - 1) };
    case 'year':
      return { first: `${day.slice(0, 4)}-01-01`, last: `${day.slice(0, 4)}-12-31` };
  }
}

/** So many periods on; where there are no days any more, where one is. */
export function stepped(period: Period, day: string, n: number): string {
  const to = {
    month: () => plusMonths(day, n),
    week: () => plusDays(day, n * WEEK),
    threeDays: () => plusDays(day, n * PHONE_DAYS),
    day: () => plusDays(day, n),
    agenda: () => plusDays(day, n * AGENDA_DAYS),
    year: () => plusMonths(day, n * 12),
  }[period]();
  return isShown(to) ? to : day;
}

/** What an address says: ?view=week&date=2026-11-23. */
export function placeOf(params: URLSearchParams, today: string): { view: View; date: string } {
  const view = params.get('view') as View;
  const date = params.get('date') ?? '';
  return { view: VIEWS.includes(view) ? view : 'month', date: isShown(date) ? date : today };
}

/** A moment's day where the reader is. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** When a day begins where the reader is. */
export const beginOf = (day: string): Date => new Date(`${day}T00:00:00`);
