/** Times as one reads them in Swedish. The formatters are made once: making one costs more than a row. */
import { once } from '@/lib/once.ts';
import { chatTexts } from '@/texts/chat.ts';
import { dayOf } from './rows.ts';

const clock = once(() => new Intl.DateTimeFormat('sv', { hour: '2-digit', minute: '2-digit' }));
const full = once(() => new Intl.DateTimeFormat('sv', { dateStyle: 'full', timeStyle: 'short' }));
const weekday = once(
  () => new Intl.DateTimeFormat('sv', { weekday: 'long', day: 'numeric', month: 'long' }),
);
const withYear = once(
  () => new Intl.DateTimeFormat('sv', { day: 'numeric', month: 'long', year: 'numeric' }),
);
const short = once(() => new Intl.DateTimeFormat('sv', { day: 'numeric', month: 'short' }));

const DAY_MS = 86_400_000;

export const clockTime = (iso: string) => clock().format(new Date(iso));
export const fullTime = (iso: string) => full().format(new Date(iso));

/** A day's divider: 'I dag', 'I går', 'måndag 3 mars', and with the year once it is another. */
export function dayLabel(day: string, now = Date.now()): string {
  if (day === dayOf(new Date(now).toISOString())) return chatTexts.today;
  if (day === dayOf(new Date(now - DAY_MS).toISOString())) return chatTexts.yesterday;
  const date = new Date(`${day}T12:00:00`);
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  const label = (sameYear ? weekday() : withYear()).format(date);
  return label.charAt(0).toLocaleUpperCase('sv') + label.slice(1);
}

/** Short, for summaries: the time today, the date before. */
export function shortTime(iso: string, now = Date.now()): string {
  const day = dayOf(iso);
  if (day === dayOf(new Date(now).toISOString())) return clockTime(iso);
  if (day === dayOf(new Date(now - DAY_MS).toISOString()))
    return `${chatTexts.yesterday.toLowerCase()} ${clockTime(iso)}`;
  return short().format(new Date(iso));
}
