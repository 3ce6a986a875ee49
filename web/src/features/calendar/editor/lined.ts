/** A form as one line of text fills it. Pure. */

import { daysFrom, plusDays, weekdayOf } from '../days.ts';
import { type Line, readLine } from '../making/line.ts';
import { WEEKDAYS } from '../repeat.ts';
import { minutesOf, movedBy, timeAt, type Wall } from '../zone.ts';
import type { EventForm } from './form.ts';

/** What a line fills together: whoever changes one of them by hand keeps all of them. */
const GROUPS = [
  ['title'],
  ['placeName'],
  ['repeat'],
  ['allDay', 'startDate', 'startTime', 'endDate', 'endTime'],
] as const;
type Field = (typeof GROUPS)[number][number];
export type Lined = Pick<EventForm, Field>;

const HOUR = 60;
const DAY_MINUTES = 1440;

/** When it is; what is not said is as the form began. */
function whenOf(line: Line, began: Lined, now: Wall, atHour: boolean) {
  const { days, from, to, lasts } = line;
  // A time of today that has been is tomorrow's.
  const isOver = from !== null && began.startDate === now.date && from <= minutesOf(now.time);
  const first = days?.first ?? plusDays(began.startDate, isOver ? 1 : 0);
  const last = days?.last ?? first;
  // A day without a time is the whole day, unless an hour was pointed at.
  const untimed = from === null && lasts === null;
  const allDay = line.allDay || (untimed && (began.allDay || (days !== null && !atHour)));
  if (allDay) return { ...began, allDay, startDate: first, endDate: last };
  const over = daysFrom(began.startDate, began.endDate) * DAY_MINUTES;
  const before = over + minutesOf(began.endTime) - minutesOf(began.startTime);
  const start = from ?? minutesOf(began.startTime);
  const spoken = to !== null && from !== null ? to - from : from === null ? before : HOUR;
  const startTime = timeAt(start);
  const end = movedBy({ date: first, time: startTime }, 0, lasts ?? spoken);
  return {
    allDay,
    startDate: first,
    startTime,
    endDate: last > end.date ? last : end.date,
    endTime: end.time,
  };
}

/** What a line says of a form, and of what it does not say what the form began with. `atHour`: an hour was pointed at. */
export function linedBy(text: string, began: Lined, now: Wall, atHour: boolean): Lined {
  const line = readLine(text, now);
  const { allDay, startDate, startTime, endDate, endTime } = whenOf(line, began, now, atHour);
  const own = WEEKDAYS[weekdayOf(startDate) - 1] ?? 'MO';
  const repeat = line.repeat && {
    ...line.repeat,
    ...(line.repeat.freq === 'WEEKLY' && line.repeat.byday.length === 0 && { byday: [own] }),
  };
  return {
    title: line.title || began.title,
    placeName: line.place || began.placeName,
    repeat: repeat ?? began.repeat,
    allDay,
    startDate,
    startTime,
    endDate,
    endTime,
  };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What changes when a line says something else than before; what was changed by hand since stays. */
export function relined(form: EventForm, before: Lined, after: Lined): Partial<EventForm> {
  const groups = GROUPS.filter((group) => group.every((name) => same(form[name], before[name])));
  const names: readonly Field[] = groups.flat();
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}
