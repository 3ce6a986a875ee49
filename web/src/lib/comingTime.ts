import { once } from './once.ts';
import { dayOf } from './times.ts';

// Each costs milliseconds to make: not before somebody needs it.
const clock = once(() => new Intl.DateTimeFormat('sv', { hour: '2-digit', minute: '2-digit' }));
const near = once(
  () => new Intl.DateTimeFormat('sv', { weekday: 'long', day: 'numeric', month: 'long' }),
);
const far = once(
  () => new Intl.DateTimeFormat('sv', { day: 'numeric', month: 'long', year: 'numeric' }),
);

/** By the calendar, so that a change to summer time moves nothing. */
const tomorrow = (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);

/** A moment to come, within a sentence: 'i dag 14:30', 'i morgon 08:00', 'måndag 3 mars 08:00'. */
export function comingTime(moment: string | Date, now: Date): string {
  const at = new Date(moment);
  const day = dayOf(at.toISOString());
  const time = clock().format(at);
  if (day === dayOf(now.toISOString())) return `i dag ${time}`;
  if (day === dayOf(tomorrow(now).toISOString())) return `i morgon ${time}`;
  const date = at.getFullYear() === now.getFullYear() ? near : far;
  return `${date().format(at)} ${time}`;
}
