/** One line of text as an event: 'träning tors 18 Björkvallen'. By the same rules as other texts, and those of a line besides. Pure. */

import { daysIn, later, numberOf, type Place, word } from '@/lib/swedish/dates.ts';
import { blank, blankNumbers, EDGES, LOOSE_ENDS } from '@/lib/swedish/left.ts';
import { type Found, firstOf, repeatReader } from '@/lib/swedish/repeats.ts';
import { hoursIn } from '@/lib/swedish/times.ts';
import type { Repeat } from '../repeat.ts';
import { minutesOf, type Wall } from '../zone.ts';

/** What a line says; what it does not say is empty or null. */
export type Line = {
  title: string;
  place: string;
  /** Both are meant. */
  days: { first: string; last: string } | null;
  /** Minutes since midnight; `to` may be of the day after. */
  from: number | null;
  to: number | null;
  /** Minutes. */
  lasts: number | null;
  allDay: boolean;
  repeat: Repeat | null;
};

/** As much of a line is read. */
export const LINE_MOST = 300;
const HOUR = 60;

const find = (inner: string) => new RegExp(word(inner), 'iu');
const INTERVALS: Record<string, number> = {
  varannan: 2,
  annat: 2,
  tredje: 3,
  fjärde: 4,
};
/** How often it comes again. */
const repeatIn = repeatReader({
  every: 'varje|varannan|var(?:t)? (?:annat|tredje|fjärde)',
  interval: (last) => INTERVALS[last] ?? 1,
  workdays: '(?:på |varje )?vardag(?:ar)?',
});
const ALL_DAY = find('heldag|hela dagen');
const HOURS = find('i (\\d{1,2}(?:[.,]\\d)?|\\p{L}+) ?(?:timmar|timme|tim|h)');
const HALVES = find('i (?:en )?(halvtimme|kvart)|i en och en halv timme');
const MINUTES = find('i (\\d{1,3}) ?(?:minuter|min)');
const AT = /(?:@|(?<![\p{L}\p{N}])plats:)\s*([^\uE000@]+)/iu;
/** What goes on with what was said before the time, and is no place. */
const GOES_ON = /^(?:med|om|för|till|och|inför|av|från|eller|samt|mot)(?!\p{L})/iu;

const placeOf = (match: RegExpExecArray): Place => ({
  at: match.index,
  end: match.index + match[0].length,
});

/** How long it lasts, in minutes. */
function lastsIn(text: string): Found<number> | null {
  const halves = HALVES.exec(text);
  if (halves) {
    const said = { halvtimme: HOUR / 2, kvart: HOUR / 4 }[halves[1]?.toLowerCase() ?? ''];
    return { ...placeOf(halves), said: said ?? HOUR + HOUR / 2 };
  }
  const minutes = MINUTES.exec(text);
  if (minutes) return { ...placeOf(minutes), said: Number(minutes[1]) };
  const hours = HOURS.exec(text);
  const said = hours && numberOf((hours[1] ?? '').toLowerCase().replace(',', '.'));
  return hours && said ? { ...placeOf(hours), said: Math.round(said * HOUR) } : null;
}

/** What is left between the times: what it is called, and where it is. */
function wordsIn(masked: string): Pick<Line, 'title' | 'place'> {
  const at = AT.exec(masked);
  const rest = at ? blank(masked, placeOf(at)) : masked;
  const parts = rest
    .replace(LOOSE_ENDS, '')
    .split(/[\s,(]*\uE000[\s,)\uE000]*/u)
    .map((part) => part.replace(/\s+/g, ' ').replace(EDGES, ''))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const last = parts.length > 1 && !at ? (parts.at(-1) ?? '') : '';
  const isPlace = last !== '' && !GOES_ON.test(last);
  const place = at ? (at[1] ?? '') : isPlace ? last.replace(/^(?:på|i|vid) /iu, '') : '';
  const title = (isPlace ? parts.slice(0, -1) : parts).join(' ');
  const named = (text: string) => text.charAt(0).toLocaleUpperCase('sv') + text.slice(1);
  return { title: named(title), place: named(place.replace(EDGES, '').trim()) };
}

/** When a series begins: on the first of its weekdays, from the day on that was said, or from now. */
function begins(repeat: Repeat, said: string | null, { date: today, time }: Wall, at: number) {
  const isOver = said === null && at <= minutesOf(time);
  const first = firstOf(repeat, said ?? today, isOver);
  return first ? { first, last: first } : null;
}

/** What a line says, as somebody reads it whose clock says `now`. What may be of the past or to come is to come. */
export function readLine(line: string, now: Wall): Line {
  const text = line.slice(0, LINE_MOST);
  const repeat = repeatIn(text);
  let rest = repeat ? blank(text, repeat) : text;
  const lasts = lastsIn(rest);
  rest = lasts ? blank(rest, lasts) : rest;
  const whole = ALL_DAY.exec(rest);
  const allDay = whole && placeOf(whole);
  rest = allDay ? blank(rest, allDay) : rest;
  const days = daysIn(rest, now.date, true);
  // 'Ikväll' tells of the evening as well, so only numbers are taken out.
  const left = days ? blankNumbers(rest, days) : rest;
  const hours = hoursIn(left, days?.end ?? repeat?.end ?? null, true);
  const from = hours?.from ?? null;
  const isOver = from !== null && from <= minutesOf(now.time);
  const single = days && later(days, now.date, isOver);
  const series =
    repeat && repeat.said.byday.length > 0
      ? begins(repeat.said, days?.first ?? null, now, from ?? Number.POSITIVE_INFINITY)
      : null;
  const masked = [days, hours].reduce((so, one) => (one ? blank(so, one) : so), rest);
  return {
    ...wordsIn(masked),
    days: series ?? single,
    from,
    to: hours?.to ?? null,
    lasts: lasts?.said ?? null,
    allDay: allDay !== null,
    repeat: repeat?.said ?? null,
  };
}
