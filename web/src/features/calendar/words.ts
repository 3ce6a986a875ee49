/** Days, periods and times in Swedish words. Times are the reader's own. */

import { capital, longDate, shortDate } from '@/lib/dates.ts';
import { once } from '@/lib/once.ts';
import { clockTime } from '@/lib/times.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { type Period, spanOf, weekOf, yearOf } from './days.ts';
import type { EventForm } from './editor/form.ts';
import type { Entry } from './layout.ts';
import { HOME_ZONE, momentAt, wallOf } from './zone.ts';

const utc = { timeZone: 'UTC' } as const;
const format = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('sv-SE', { ...options, ...utc }));
const monthYear = format({ month: 'long', year: 'numeric' });
const month = format({ month: 'long' });
const brief = format({ day: 'numeric', month: 'short' });
const weekday = format({ weekday: 'short' });
const at = (day: string) => new Date(`${day}T00:00:00Z`);

export const monthName = (day: string) => month().format(at(day));
/** '23 nov.' */
export const briefDate = (day: string) => brief().format(at(day));
/** 'mån' */
export const weekdayName = (day: string) => weekday().format(at(day)).replace('.', '');

export { capital };

/** What is shown, as its heading. */
export function periodName(period: Period, day: string): string {
  const { first, last } = spanOf(period, day);
  switch (period) {
    case 'month':
      return capital(monthYear().format(at(day)));
    case 'week': {
      const { year, week } = weekOf(day);
      return `${capital(texts.week(week))}, ${briefDate(first)} – ${briefDate(last)} ${year}`;
    }
    case 'day':
      return capital(longDate(day));
    case 'threeDays':
    case 'agenda':
      return `${briefDate(first)} – ${briefDate(last)} ${yearOf(last)}`;
    case 'year':
      return String(yearOf(day));
  }
}

/** When an event is: 'Hela dagen', '10:00–11:30', with its days where they are several. */
export function timeOf({ event, first, last, wide }: Entry): string {
  const days = first === last ? '' : `${briefDate(first)} – ${briefDate(last)}`;
  if (event.allDay) return days || texts.allDay;
  const times = [clockTime(event.start), clockTime(event.end)];
  if (wide || first !== last) {
    return `${briefDate(first)} ${times[0]} – ${briefDate(last)} ${times[1]}`;
  }
  return event.start === event.end ? (times[0] ?? '') : times.join('–');
}

/** The same with the day: 'måndag 23 november 10:00–11:30'. */
export function whenOf(entry: Entry): string {
  return entry.first === entry.last
    ? `${shortDate(entry.first)}, ${timeOf(entry).toLocaleLowerCase('sv')}`
    : timeOf(entry);
}

type Times = Pick<
  EventForm,
  'allDay' | 'startDate' | 'startTime' | 'endDate' | 'endTime' | 'timeZone'
>;

/** When an event is by the clock of its place: 'Måndag 23 november 2026, 10:00–11:30'. */
export function formWhen({ allDay, startDate, startTime, endDate, endTime }: Times): string {
  const same = startDate === endDate;
  if (allDay)
    return capital(same ? longDate(startDate) : `${longDate(startDate)} – ${longDate(endDate)}`);
  if (!same)
    return capital(`${longDate(startDate)} ${startTime} – ${longDate(endDate)} ${endTime}`);
  const times = startTime === endTime ? startTime : `${startTime}–${endTime}`;
  return `${capital(longDate(startDate))}, ${times}`;
}

/** The same where the reader is; null where their clocks agree. */
export function hereWhen(form: Times): string | null {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || HOME_ZONE;
  if (form.allDay || zone === form.timeZone) return null;
  const here = (date: string, time: string) =>
    wallOf(momentAt({ date, time }, form.timeZone), zone);
  const start = here(form.startDate, form.startTime);
  const end = here(form.endDate, form.endTime);
  if (start.date === form.startDate && start.time === form.startTime) return null;
  const times = {
    startDate: start.date,
    startTime: start.time,
    endDate: end.date,
    endTime: end.time,
  };
  return formWhen({ ...form, ...times });
}
