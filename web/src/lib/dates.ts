/** Times for people, in Swedish. */
import { once } from './once.ts';

// Each costs milliseconds to make: not before somebody needs it.
const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const day = once(
  () => new Intl.DateTimeFormat('sv-SE', { day: 'numeric', month: 'long', year: 'numeric' }),
);
const long = once(() => new Intl.DateTimeFormat('sv-SE', { ...parts, year: 'numeric' }));
const short = once(() => new Intl.DateTimeFormat('sv-SE', parts));
const relative = once(() => new Intl.RelativeTimeFormat('sv-SE', { numeric: 'auto' }));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
const FAR = 7 * 86_400_000;

/** 'för 3 timmar sedan', 'i går'; after a week the date. */
export function ago(time: string, now = Date.now()): string {
  const passed = now - Date.parse(time);
  if (Number.isNaN(passed)) return '';
  if (passed >= FAR) return day().format(new Date(time));
  const step = steps.find(([, length]) => passed >= length);
  return step ? relative().format(-Math.floor(passed / step[1]), step[0]) : 'nyss';
}

/** A moment's date: '20 juni 2026'. */
export const dateOf = (time: string): string => day().format(new Date(time));

/** A date has no time, so no zone: midnight in UTC stands for it. */
const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

/** '2026-06-20' as 'lördag 20 juni 2026'. */
export const longDate = (date: string): string => long().format(midnight(date));
/** '2026-06-20' as 'lördag 20 juni'. */
export const shortDate = (date: string): string => short().format(midnight(date));

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase('sv') + text.slice(1);
