/** Times as one reads them in Swedish. The formatters are made once: making one costs more than a row. */
import { timeTexts } from '@/texts/times.ts';
import { capital, dateOf } from './dates.ts';
import { once } from './once.ts';

const clock = once(() => new Intl.DateTimeFormat('sv', { hour: '2-digit', minute: '2-digit' }));
const full = once(() => new Intl.DateTimeFormat('sv', { dateStyle: 'full', timeStyle: 'short' }));
const weekday = once(
  () => new Intl.DateTimeFormat('sv', { weekday: 'long', day: 'numeric', month: 'long' }),
);
const short = once(() => new Intl.DateTimeFormat('sv', { day: 'numeric', month: 'short' }));

const DAY_MS = 86_400_000;
const two = (n: number) => String(n).padStart(2, '0');

/** Local calendar day, as yyyy-mm-dd. */
export function dayOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export const clockTime = (iso: string) => clock().format(new Date(iso));
export const fullTime = (iso: string) => full().format(new Date(iso));

/** A day's divider: 'I dag', 'I går', 'måndag 3 mars', and with the year once it is another. */
export function dayLabel(day: string, now = Date.now()): string {
  if (day === dayOf(new Date(now).toISOString())) return timeTexts.today;
  if (day === dayOf(new Date(now - DAY_MS).toISOString())) return timeTexts.yesterday;
  const date = new Date(`${day}T12:00:00`);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return capital(sameYear ? weekday().format(date) : dateOf(`${day}T12:00:00`));
}

/** Short, for summaries: the time today, the date before. */
export function shortTime(iso: string, now = Date.now()): string {
  const day = dayOf(iso);
  if (day === dayOf(new Date(now).toISOString())) return clockTime(iso);
  if (day === dayOf(new Date(now - DAY_MS).toISOString()))
    return `${timeTexts.yesterday.toLowerCase()} ${clockTime(iso)}`;
  return short().format(new Date(iso));
}
