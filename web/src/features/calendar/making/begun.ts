/** A form of an event as a text begins it. Pure. */

import { type EventForm, newForm } from '../editor/form.ts';
import type { Calendar } from '../types.ts';
import { HOME_ZONE, timeAt, wallOf } from '../zone.ts';
import { endOf, foundTime, titleIn } from './found.ts';

/** As the server takes it. */
export const TITLE_MOST = 200;

/** What the text does not say stands empty, unless the time is known; a day without a time is the whole day. */
export function begunBy(
  text: string,
  times: { start: string; end: string } | null,
  calendar: Calendar | undefined,
  now: number,
): EventForm {
  const form = {
    ...newForm({}, calendar, new Date(now)),
    title: titleIn(text, now, TITLE_MOST),
    timeZone: HOME_ZONE,
  };
  if (times) {
    const [start, end] = [wallOf(times.start, HOME_ZONE), wallOf(times.end, HOME_ZONE)];
    return {
      ...form,
      startDate: start.date,
      startTime: start.time,
      endDate: end.date,
      endTime: end.time,
    };
  }
  const found = foundTime(text, now);
  if (!found) return { ...form, startDate: '', startTime: '', endDate: '', endTime: '' };
  const { first, last, from } = found;
  if (from === null) return { ...form, allDay: true, startDate: first, endDate: last };
  // Of several days at a time, the first begins then.
  const { day, minute } = endOf(found);
  return {
    ...form,
    startDate: first,
    startTime: timeAt(from),
    endDate: last > day ? last : day,
    endTime: timeAt(minute),
  };
}
