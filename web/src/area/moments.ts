/** Dates and times as a form has them ('2026-03-14', '18:30', in the reader's zone) and as the server does (RFC 3339). */

import { clockTime, dayOf } from '@/lib/times.ts';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Whether it is a day that there is. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const isTime = (text: string): boolean => TIME.test(text);

/** Where a moment's field keeps its time of day. */
export const timeField = (name: string) => `${name}.time`;

/** The moment that a MomentField says; null: none. Undefined: what stands there is no moment. */
export function momentOf(values: FormData, name: string): string | null | undefined {
  const date = String(values.get(name) ?? '').trim();
  const time = String(values.get(timeField(name)) ?? '').trim();
  if (!date && !time) return null;
  if (!isDate(date) || !isTime(time)) return undefined;
  return new Date(`${date}T${time}`).toISOString();
}

/** A moment as date and time of day where the reader is. */
export function partsOf(moment: string | null | undefined): { date: string; time: string } {
  return moment ? { date: dayOf(moment), time: clockTime(moment) } : { date: '', time: '' };
}
