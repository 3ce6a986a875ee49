/** The days that a Swedish text speaks of, by rule. Of a day without a year the next one to come. Pure. */

import { daysFrom, isShown, mondayOf, plusDays, weekdayOf, weekOf, yearOf } from '../days.ts';

/** Where something stands in a text. */
export type Place = { at: number; end: number };
/** Both days are meant; `loose`: the weekday alone, which today may have as well; `week`: a week as such, from Monday to Sunday. */
export type Days = Place & { first: string; last: string; loose?: boolean; week?: boolean };

const WEEK = 7;
/** A leap day comes again within eight years. */
const YEARS_AHEAD = 8;

const MONTHS = [
  'jan(?:uari)?',
  'feb(?:ruari)?',
  'mars?|mar',
  'apr(?:il)?',
  'maj',
  'juni?',
  'juli?',
  'aug(?:usti)?',
  'sept?(?:ember)?',
  'okt(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];
const WHOLE = ['måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag', 'söndag'];
const SHORT = ['mån', 'tis', 'ons', 'tors?', 'fre', 'lör', 'sön'];
const NUMBERS = ['en', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju', 'åtta', 'nio', 'tio'];
/** Feasts that are the same day each year. */
const FEASTS: [name: string, month: number, day: number][] = [
  ['nyårsdagen', 1, 1],
  ['valborg(?:smässoafton)?', 4, 30],
  ['första maj', 5, 1],
  ['(?:sveriges )?nationaldag(?:en)?', 6, 6],
  ['lucia(?:dagen)?', 12, 13],
  ['julafton', 12, 24],
  ['juldagen', 12, 25],
  ['annandag jul', 12, 26],
  ['nyårsafton', 12, 31],
];

const TO = '\\s*(?:–|—|-|till(?: och med)?|t\\.?o\\.?m\\.?)\\s*';
/** What may stand after a day's number. */
export const NTH = '(?::?(?:e|a|de|dje))?';
const MONTH = `(${MONTHS.join('|')})\\b\\.?`;
const YEAR = '(?:,?\\s+((?:20)\\d{2})\\b)?';
/** Not a part of a longer word or number. */
export const word = (inner: string) => `(?<![\\p{L}\\p{N}])(?:${inner})(?![\\p{L}\\p{N}])`;
const weekday = `(?:(?:${[...WHOLE.map((one) => `${one}(?:en)?`), ...SHORT].join('|')})\\.?,?\\s+)?(?:den\\s+)?`;

const two = (n: number) => String(n).padStart(2, '0');
const dayOf = (year: number, month: number, day: number): string | null => {
  const name = `${year}-${two(month)}-${two(day)}`;
  return isShown(name) ? name : null;
};

/** The next of such days, today included; with a year that very one. */
function coming(today: string, month: number, day: number, year?: string): string | null {
  if (year) return dayOf(Number(year), month, day);
  for (let n = 0; n <= YEARS_AHEAD; n++) {
    const found = dayOf(yearOf(today) + n, month, day);
    if (found && found >= today) return found;
  }
  return null;
}

/** The next month's day of that number, today included. */
export function comingNth(today: string, day: number): string | null {
  const [year, month] = today.split('-').map(Number) as [number, number];
  for (let n = 0; n <= 12; n++) {
    const at = month - 1 + n;
    const found = dayOf(year + Math.floor(at / 12), (at % 12) + 1, day);
    if (found && found >= today) return found;
  }
  return null;
}

/** The Monday of a week by its number; without a year the next one that is not over. */
function mondayOfWeek(today: string, week: number, year?: string): string | null {
  const first = year ? Number(year) : yearOf(today);
  for (let n = first; n <= first + (year ? 0 : YEARS_AHEAD); n++) {
    const monday = plusDays(mondayOf(`${n}-01-04`), (week - 1) * WEEK);
    if (weekOf(monday).week !== week) continue;
    if (year || plusDays(monday, WEEK - 1) >= today) return monday;
  }
  return null;
}

const monthOf = (name: string) =>
  MONTHS.findIndex((one) => new RegExp(`^(?:${one})$`, 'u').test(name)) + 1;
/** 1 for Monday, by its name; 0: it is none. */
export const isoDay = (name: string) =>
  WHOLE.findIndex((one) => name.startsWith(one)) + 1 ||
  SHORT.findIndex((one) => new RegExp(`^(?:${one})$`, 'u').test(name)) + 1;
/** 0: it is none. */
export const numberOf = (text: string) =>
  Number(text) || NUMBERS.indexOf(text.replace('ett', 'en')) + 1;

type Read = { first: string; last?: string; loose?: boolean; week?: boolean } | null;
type Rule = { pattern: RegExp; read: (m: (string | undefined)[], today: string) => Read };

const one = (first: string | null): Read => (first && isShown(first) ? { first } : null);
const both = (first: string | null, last: string | null): Read =>
  first && last && last >= first && daysFrom(first, last) < 400 ? { first, last } : null;
const week = (monday: string | null): Read =>
  monday ? { first: monday, last: plusDays(monday, WEEK - 1), week: true } : null;
const rule = (inner: string, read: Rule['read']): Rule => ({
  pattern: new RegExp(word(inner), 'giu'),
  read,
});
const n = (text: string | undefined) => Number(text ?? 0);
/** Whole or short. */
export const WEEKDAY = `(?:${[...WHOLE.map((name) => `${name}(?:en)?`), ...SHORT].join('|')})`;
const NAME = `(${[...WHOLE.map((name) => `${name}(?:en)?`), ...SHORT].join('|')})\\.?`;
const FULL_NAME = `(${WHOLE.map((name) => `${name}(?:en)?`).join('|')})`;
/** Two digits are a year only where it is near: '14/5-16' is none. */
const shortYear = (text: string | undefined, today: string) => {
  const year = 2000 + n(text);
  return text && year >= yearOf(today) && year <= yearOf(today) + 10 ? String(year) : undefined;
};
/** Of a week's beginning on: next Tuesday is the next week's. */
const inNextWeek = (today: string, day: number) => plusDays(mondayOf(today), WEEK + day - 1);
/** The next such weekday, the day itself included; or so many weeks after it. */
export const nextOf = (from: string, day: number, weeks = 0): string =>
  plusDays(from, ((day - weekdayOf(from) + WEEK) % WEEK) + weeks * WEEK);
const weekend = (today: string, later: number): Read => {
  const saturday = plusDays(mondayOf(today), later * WEEK + 5);
  return { first: saturday > today ? saturday : today, last: plusDays(saturday, 1) };
};

/** Of two that begin at one place the one that says more holds, so their order does not matter. */
const RULES: Rule[] = [
  rule(`${weekday}(20\\d{2})[-/](\\d{1,2})[-/](\\d{1,2})`, ([, y, m, d]) =>
    one(dayOf(n(y), n(m), n(d))),
  ),
  // 14/5, 14/5-27, 14/5 2027; from one to another.
  rule(
    `${weekday}(\\d{1,2})/(\\d{1,2})(?:[-/ ](20\\d{2})|[-/](\\d{2})(?![/.:]))?`,
    ([all, d, m, year, short], today) =>
      all === '24/7' ? null : one(coming(today, n(m), n(d), year ?? shortYear(short, today))),
  ),
  rule(
    `${weekday}(\\d{1,2})/(\\d{1,2})${TO}${weekday}(\\d{1,2})/(\\d{1,2})`,
    ([, d, m, d2, m2], today) => {
      const first = coming(today, n(m), n(d));
      return both(first, first && coming(first, n(m2), n(d2)));
    },
  ),
  rule(`${weekday}(\\d{1,2})${TO}(\\d{1,2})/(\\d{1,2})`, ([, d, d2, m], today) => {
    const first = coming(today, n(m), n(d));
    return both(first, first && coming(first, n(m), n(d2)));
  }),
  rule(`${weekday}(\\d{1,2})${NTH}\\s+${MONTH}${YEAR}`, ([, d, m, y], today) =>
    one(coming(today, monthOf(m ?? ''), n(d), y)),
  ),
  rule(
    `${weekday}(\\d{1,2})${NTH}${TO}(\\d{1,2})${NTH}\\s+${MONTH}${YEAR}`,
    ([, d, d2, m, y], today) => {
      const first = coming(today, monthOf(m ?? ''), n(d), y);
      return both(first, first && coming(first, monthOf(m ?? ''), n(d2)));
    },
  ),
  rule(
    `${weekday}(\\d{1,2})${NTH}\\s+${MONTH}${TO}${weekday}(\\d{1,2})${NTH}\\s+${MONTH}${YEAR}`,
    ([, d, m, d2, m2, y], today) => {
      const first = coming(today, monthOf(m ?? ''), n(d), y);
      return both(first, first && coming(first, monthOf(m2 ?? ''), n(d2)));
    },
  ),
  rule('den (\\d{1,2}):?(?:e|a|de|dje)', ([, d], today) => one(comingNth(today, n(d)))),
  rule(`${weekday}(?<=den )(\\d{1,2})(?=\\s*(?:$|[,.!?\\n]|kl|från|mellan))`, ([, d], today) =>
    one(comingNth(today, n(d))),
  ),
  rule('i ?dag|i ?kväll|i ?afton|i ?natt|i eftermiddag|i förmiddag', (_, today) => one(today)),
  rule('i ?mor(?:gon|ron|rn)(?: bitti| kväll| förmiddag| eftermiddag)?', (_, today) =>
    one(plusDays(today, 1)),
  ),
  rule('(?:i ?)?över ?mor(?:gon|ron|rn)', (_, today) => one(plusDays(today, 2))),
  rule(
    `om (\\d{1,2}|${NUMBERS.join('|')}|ett) (dag|dagar|dygn|vecka|veckor)`,
    ([, count, unit], today) =>
      one(plusDays(today, numberOf(count ?? '') * (unit?.startsWith('v') ? WEEK : 1))),
  ),
  rule('(?:(?:i|till|nu i) )?helgen', (_, today) => weekend(today, 0)),
  rule('nästa helg', (_, today) => weekend(today, 1)),
  rule('(?:i )?nästa vecka', (_, today) => week(inNextWeek(today, 1))),
  rule('v(?:ecka|\\.)?\\s*(\\d{1,2})(?: (20\\d{2}))?(?!\\s*(?:[:%]|kr))', ([, w, y], today) =>
    week(mondayOfWeek(today, n(w), y)),
  ),
  rule(
    `(?:på )?${NAME},?\\s+(?:i )?v(?:ecka|\\.)?\\s*(\\d{1,2})(?: (20\\d{2}))?`,
    ([, name, w, y], today) => {
      const monday = mondayOfWeek(today, n(w), y);
      const day = monday && plusDays(monday, isoDay(name ?? '') - 1);
      // Of this week the day is over.
      const over = day && !y && day < today;
      return one(
        over ? plusDays(day, 364 + (weekOf(plusDays(day, 364)).week === n(w) ? 0 : WEEK)) : day,
      );
    },
  ),
  rule(`(?:på )?${FULL_NAME} (?:i )?nästa vecka`, ([, name], today) =>
    one(inNextWeek(today, isoDay(name ?? ''))),
  ),
  rule(`nästa ${NAME}`, ([, name], today) => one(inNextWeek(today, isoDay(name ?? '')))),
  // Said on a Thursday, 'på torsdag' is in a week.
  rule(`(?:nu )?på ${NAME}`, ([, name], today) =>
    one(nextOf(plusDays(today, 1), isoDay(name ?? ''))),
  ),
  rule(`(?<!förra )(?:nu |kommande |till )?${FULL_NAME}`, ([, name], today) => ({
    first: nextOf(today, isoDay(name ?? '')),
    loose: true,
  })),
  // Cut short only where a time follows: 'Tor' and 'sön' are words as well.
  rule(`${NAME}(?=\\s+(?:kl|\\d|mellan|från))`, ([, name], today) => ({
    first: nextOf(today, isoDay(name ?? '')),
    loose: true,
  })),
  rule('midsommar(afton|dagen)', ([, which], today) => {
    const eve = (year: number) => nextOf(`${year}-06-19`, 5);
    const day = (year: number) => plusDays(eve(year), which === 'afton' ? 0 : 1);
    const now = day(yearOf(today));
    return one(now >= today ? now : day(yearOf(today) + 1));
  }),
  ...FEASTS.map(([name, month, day]) =>
    rule(`(?:på )?${name}`, (_, today) => one(coming(today, month, day))),
  ),
];

/** In a line that is to be an event or a task a short name is a day by itself; 'tor' is somebody's name there as well. */
const SHORT_DAY = rule('(?:på )?(mån|tis|ons|tors|fre|lör|sön)\\.?', ([, name], today) => ({
  first: nextOf(today, isoDay(name ?? '')),
  loose: true,
}));

/** The first days that a text speaks of; null: none. `line`: the text is to be an event or a task. */
export function daysIn(text: string, today: string, line = false): Days | null {
  const rules = line ? [...RULES, SHORT_DAY] : RULES;
  const found = rules.flatMap(({ pattern, read }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const days = read(
        [...match].map((part) => part?.toLowerCase()),
        today,
      );
      const { index: at } = match;
      return days ? [{ last: days.first, ...days, at, end: at + match[0].length }] : [];
    }),
  );
  found.sort((a, b) => a.at - b.at || b.end - a.end);
  return found[0] ?? null;
}

/** A weekday that is today, at a time that has been, is in a week. */
export function later({ first, last, loose }: Days, today: string, isOver: boolean) {
  if (!loose || first !== today || !isOver) return { first, last };
  return { first: plusDays(first, WEEK), last: plusDays(last, WEEK) };
}
