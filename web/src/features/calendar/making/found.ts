/** What a Swedish text says of when something happens, and what it says besides, by rule. Pure. */

import { daysIn, later } from '@/lib/swedish/dates.ts';
import { blank, blankNumbers, wordsLeft } from '@/lib/swedish/left.ts';
import { hoursIn } from '@/lib/swedish/times.ts';
import { clockAt } from '@/lib/zone.ts';
import { plusDays } from '../days.ts';
import { HOME_ZONE, minutesOf } from '../zone.ts';

/** Days as 'yyyy-mm-dd', by the clock in Sweden. */
export type FoundTime = {
  first: string;
  last: string;
  /** Minutes since midnight of the first day; null: no time was said. `to` may be of the day after. */
  from: number | null;
  to: number | null;
};

const DAY_MINUTES = 1440;
/** Longer texts are not read to their end. */
const READ = 2000;

function look(text: string, now: number) {
  const { date: today, time } = clockAt(now, HOME_ZONE);
  const days = daysIn(text, today);
  // 'Ikväll' tells of the evening as well, so only numbers are taken out.
  const rest = days ? blankNumbers(text, days) : text;
  const hours = hoursIn(rest, days?.end ?? null);
  return { today, clock: minutesOf(time), days, hours };
}

/** When it happens; null: the text does not say. A time alone is of today, or of tomorrow when it has been. */
export function foundTime(text: string, now: number): FoundTime | null {
  const { today, clock, days, hours } = look(text.slice(0, READ), now);
  if (!days && !hours) return null;
  const from = hours?.from ?? null;
  const to = hours?.to ?? null;
  const isOver = from !== null && from <= clock;
  if (!days) {
    const day = isOver ? plusDays(today, 1) : today;
    return { first: day, last: day, from, to };
  }
  const { first, last } = later(days, today, isOver);
  return { first, last, from, to };
}

/** When it ends: the day and the minute of it; an hour on where nothing was said. */
export function endOf({ first, from, to }: FoundTime): { day: string; minute: number } {
  const ends = to ?? (from ?? 0) + 60;
  const over = Math.floor(ends / DAY_MINUTES);
  return { day: plusDays(first, over), minute: ends - over * DAY_MINUTES };
}

/** A text's first line without when it happens, at most so many letters. */
export function titleIn(text: string, now: number, most: number): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const { days, hours } = look(line.slice(0, READ), now);
  const places = [days, hours].filter((one) => one !== null);
  const rest = wordsLeft(places.reduce(blank, line));
  const letters = [...rest];
  const cut =
    letters.length > most
      ? `${letters
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : rest;
  return cut.charAt(0).toLocaleUpperCase('sv') + cut.slice(1);
}
