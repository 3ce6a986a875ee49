/** How often a line says that a task comes again: what lines of events say (lib/swedish), and more. Pure. */

import { mondayOf, plusDays, plusMonths, weekdayOf } from '@/lib/days.ts';
import { noRepeat, type Repeat } from '@/lib/repeat.ts';
import { comingNth, isoDay, NTH, nextOf, type Place, WEEKDAY, word } from '@/lib/swedish/dates.ts';
import { firstOf, repeatReader } from '@/lib/swedish/repeats.ts';

/** `first`: its first day from one on, of a rule that says which; else that very day. */
export type Repeats = Place & {
  said: Repeat;
  first: (from: string) => string;
  /** It says of the evening as well. */
  evening: boolean;
};

const NAMED = [
  'annan annat tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde',
  'fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde',
]
  .join(' ')
  .split(' ');
const ORDINALS = [...NAMED, '\\d{1,2}:[ea]'].join('|');
const EVERY = `varje|varannan|vartannat|var(?:t)? (?:${ORDINALS})`;
/** 'annan' and 'annat' are both the second. */
const interval = (last: string): number => {
  if (last === 'varannan' || last === 'vartannat') return 2;
  const named = NAMED.indexOf(last);
  return Number.parseInt(last, 10) || (named < 0 ? 1 : Math.max(2, named + 1));
};
const intervalOf = (every: string) => interval(every.toLowerCase().split(' ').at(-1) ?? '');

const plain = repeatReader({
  every: EVERY,
  interval,
  // 'Vardag' alone is a word of its own.
  workdays: '(?:på )?vardagar|varje vardag',
});

const find = (inner: string) => new RegExp(word(inner), 'iu');
const MONTHLY = `(?:(?:i |om )?(${EVERY}) månad|i månaden)`;
const DATE = `den (\\d{1,2})${NTH}`;
const ON_DATE = find(`${DATE} ${MONTHLY}`);
const BY_DATE = find(`(${EVERY}) månad,? ${DATE}`);
const NTHS = ['första', 'andra', 'tredje', 'fjärde'];
const ON_NTH = find(`(?:varje |den )?(${[...NTHS, 'sista'].join('|')}) (${WEEKDAY}) ${MONTHLY}`);
const OFTEN: [pattern: RegExp, freq: Repeat['freq'], every: number, evening?: boolean][] = [
  [find('varje kväll'), 'DAILY', 1, true],
  [find('dagligen|varje morgon|en gång om dagen'), 'DAILY', 1],
  [find('veckovis|en gång i veckan'), 'WEEKLY', 1],
  [find('månadsvis|en gång i månaden'), 'MONTHLY', 1],
  [find('kvartalsvis|varje kvartal|en gång i kvartalet'), 'MONTHLY', 3],
  [find('varje halvår|en gång i halvåret'), 'MONTHLY', 6],
  [find('årligen|en gång om året'), 'YEARLY', 1],
];

const placeOf = (match: RegExpExecArray): Place => ({
  at: match.index,
  end: match.index + match[0].length,
});

/** 'Varje månad den 31': a month without it is left to the server, which keeps the day of the first. */
function onDate(text: string): Repeats | null {
  const before = BY_DATE.exec(text);
  const match = before ?? ON_DATE.exec(text);
  if (!match) return null;
  const [every = '', day] = before ? [match[1], match[2]] : [match[2], match[1]];
  if (!comingNth('2000-01-01', Number(day))) return null;
  return {
    ...placeOf(match),
    said: { ...noRepeat, freq: 'MONTHLY', interval: intervalOf(every) },
    first: (from) => comingNth(from, Number(day)) ?? from,
    evening: false,
  };
}

/** The month's first, second … or last such weekday: -1 for the last. */
function nthInMonth(month: string, nth: number, weekday: number): string {
  if (nth > 0) return nextOf(`${month}-01`, weekday, nth - 1);
  const next = plusMonths(`${month}-01`, 1);
  const before = plusDays(mondayOf(next), weekday - 1);
  return weekdayOf(next) > weekday ? before : plusDays(before, -7);
}

/** 'Första måndagen i månaden'. */
function onNth(text: string): Repeats | null {
  const match = ON_NTH.exec(text);
  if (!match) return null;
  const [, which = '', name = '', every = ''] = match;
  const nth = NTHS.indexOf(which.toLowerCase()) + 1 || -1;
  const weekday = isoDay(name.toLowerCase());
  const monthly = nth < 0 ? 'last' : 'nth';
  return {
    ...placeOf(match),
    said: { ...noRepeat, freq: 'MONTHLY', interval: intervalOf(every), monthly },
    first: (from) => {
      const here = nthInMonth(from.slice(0, 7), nth, weekday);
      const next = plusMonths(`${from.slice(0, 7)}-01`, 1);
      return here >= from ? here : nthInMonth(next.slice(0, 7), nth, weekday);
    },
    evening: false,
  };
}

function often(text: string): Repeats | null {
  for (const [pattern, freq, every, evening = false] of OFTEN) {
    const match = pattern.exec(text);
    if (!match) continue;
    const said: Repeat = { ...noRepeat, freq, interval: every };
    return { ...placeOf(match), said, first: (from) => from, evening };
  }
  return null;
}

/** How often it comes again; null: the line does not say. */
export function repeatsIn(text: string): Repeats | null {
  const special = onDate(text) ?? onNth(text) ?? often(text);
  if (special) return special;
  const found = plain(text);
  if (!found) return null;
  return { ...found, first: (from) => firstOf(found.said, from, false) ?? from, evening: false };
}

const DONE = 'klar|klart|gjord|gjort|utförd|utfört|avklarad|avklarat';
const AFTER_DONE = find(
  `,? ?(?:räknat )?(?:från|efter) (?:att|när) (?:den|det) (?:är|blir|blivit) (?:${DONE})|efter (?:${DONE})`,
);

/** Whether the next is counted from when this one was done. */
export function afterDone(text: string): Place | null {
  const match = AFTER_DONE.exec(text);
  return match && placeOf(match);
}
