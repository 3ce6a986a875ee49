/** What an address asks of a new event, there and back. Pure. */

import { daysFrom, isShown, localDay } from '../days.ts';
import { ruleOf } from '../repeat.ts';
import { minutesOf } from '../zone.ts';
import type { EventForm, Wish } from './form.ts';

const DAY_MINUTES = 1440;

const numberOf = (text: string | null) =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
const dayOf = (text: string | null) => (text !== null && isShown(text) ? text : null);

/** type, private; and what was begun elsewhere. */
export function wishIn(params: URLSearchParams, now: Date): Wish {
  return {
    type: params.get('type'),
    isPrivate: params.get('private') === 'true',
    title: params.get('title'),
    place: params.get('place'),
    date: dayOf(params.get('date')) ?? localDay(now),
    lastDay: dayOf(params.get('lastDay')),
    from: numberOf(params.get('from')),
    to: numberOf(params.get('to')),
    rrule: params.get('rrule'),
    ...(params.get('allDay') === 'true' && { allDay: true }),
  };
}

/** What was begun in few fields, for the editor that has all of them. */
export function queryOf(form: EventForm): string {
  const { title, placeName, startDate, endDate } = form;
  const rrule = ruleOf(form.repeat, startDate);
  const over = daysFrom(startDate, endDate) * DAY_MINUTES;
  return new URLSearchParams({
    date: startDate,
    calendar: form.calendarUUID,
    ...(title && { title }),
    ...(placeName && { place: placeName }),
    ...(rrule && { rrule }),
    ...(form.allDay
      ? { allDay: 'true', ...(endDate !== startDate && { lastDay: endDate }) }
      : {
          from: String(minutesOf(form.startTime)),
          to: String(over + minutesOf(form.endTime)),
        }),
  }).toString();
}
