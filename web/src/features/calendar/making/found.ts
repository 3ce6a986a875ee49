/** What a Swedish text says of when something happens, and what it says besides, by rule. Pure. */

import { clockAt } from '@/lib/zone.ts';
import { plusDays } from '../days.ts';
import { HOME_ZONE, minutesOf } from '../zone.ts';
import { type Days, daysIn, type Place } from './dates.ts';
import { hoursIn } from './times.ts';

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

/** The same places, nothing in them. */
export const blank = (text: string, { at, end }: Place) =>
  text.slice(0, at) + '\uE000'.repeat(end - at) + text.slice(end);

function look(text: string, now: number) {
  const { date: today, time } = clockAt(now, HOME_ZONE);
  const days = daysIn(text, today);
  // 'Ikväll' tells of the evening as well, so only numbers are taken out.
  const rest = days ? blankNumbers(text, days) : text;
  const hours = hoursIn(rest, days?.end ?? null);
  return { today, clock: minutesOf(time), days, hours };
}

/** The same of its numbers alone. */
export const blankNumbers = (text: string, { at, end }: Place) =>
  text.slice(0, at) + text.slice(at, end).replace(/\d/g, '\uE000') + text.slice(end);

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

/** A weekday that is today, at a time that has been, is in a week. */
export function later({ first, last, loose }: Days, today: string, isOver: boolean) {
  if (!loose || first !== today || !isOver) return { first, last };
  return { first: plusDays(first, 7), last: plusDays(last, 7) };
}

/** When it ends: the day and the minute of it; an hour on where nothing was said. */
export function endOf({ first, from, to }: FoundTime): { day: string; minute: number } {
  const ends = to ?? (from ?? 0) + 60;
  const over = Math.floor(ends / DAY_MINUTES);
  return { day: plusDays(first, over), minute: ends - over * DAY_MINUTES };
}

/** What is left over when a time is taken out of a line. */
export const LOOSE_ENDS =
  /(?<![\p{L}\p{N}])(?:nu på|på|den|kl\.?|klockan|från|till|i|om|,)\s*(?=\uE000)/giu;
/** What no title begins or ends with. */
export const EDGES = /^[\s,.:;–—-]+|[\s,:;–—-]+$/gu;

/** A text's first line without when it happens, at most so many letters. */
export function titleIn(text: string, now: number, most: number): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const { days, hours } = look(line.slice(0, READ), now);
  const places = [days, hours].filter((one) => one !== null);
  const rest = places
    .reduce(blank, line)
    .replace(LOOSE_ENDS, '')
    .replace(/\(\s*\uE000[\s\uE000,]*\)/g, ' ')
    .replace(/\s*\uE000+/g, ' ')
    .replace(/\s+([,.!?;:])/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(EDGES, '');
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
