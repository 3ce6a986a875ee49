/** How often a line of Swedish says that something comes again, by rule. Pure. */

import { noRepeat, type Repeat, WEEKDAYS } from '../repeat.ts';
import { isoDay, nextOf, type Place, WEEKDAY, word } from './dates.ts';

/** Somewhere in a text, and what was said there. */
export type Found<T> = Place & { said: T };

/** How a kind of line says it. */
export type RepeatWords = {
  /** A pattern without groups: 'varje|varannan'; what stands before a weekday or 'vecka'. */
  every: string;
  /** What its last word means: 2 for 'varannan'. */
  interval: (last: string) => number;
  /** A pattern: every working day. */
  workdays: string;
};

const WORKDAYS = WEEKDAYS.slice(0, 5);
const PLURAL = '(?:mån|tis|ons|tors|fre|lör|sön)dagar';
const UNITS = { dag: 'DAILY', vecka: 'WEEKLY', månad: 'MONTHLY', år: 'YEARLY' } as const;

const find = (inner: string) => new RegExp(word(inner), 'iu');
const placeOf = (match: RegExpExecArray): Place => ({
  at: match.index,
  end: match.index + match[0].length,
});
const weekdaysIn = (text: string) => {
  const named = text.split(/,? och |, /u).map((one) => isoDay(one.trim().toLowerCase()));
  return WEEKDAYS.filter((_, n) => named.includes(n + 1));
};

/** Reads how often it comes again; null: the text does not say. */
export function repeatReader({ every, interval, workdays }: RepeatWords) {
  const onDays = find(`(${every}) (${WEEKDAY}(?:(?:,| och) ${WEEKDAY})*)`);
  const onPlurals = find(`(?:på )?(${PLURAL}(?:(?:,| och) ${PLURAL})*)`);
  const onWorkdays = find(workdays);
  const byUnit = find(`(${every}) (dag|vecka|månad|år)`);
  const intervalOf = (said: string) => interval(said.toLowerCase().split(' ').at(-1) ?? '');
  const weekly = { ...noRepeat, freq: 'WEEKLY' } as const;

  return (text: string): Found<Repeat> | null => {
    const days = onDays.exec(text);
    if (days) {
      const [, said = '', names = ''] = days;
      const byday = weekdaysIn(names);
      return { ...placeOf(days), said: { ...weekly, interval: intervalOf(said), byday } };
    }
    const plurals = onPlurals.exec(text);
    if (plurals)
      return { ...placeOf(plurals), said: { ...weekly, byday: weekdaysIn(plurals[1] ?? '') } };
    const working = onWorkdays.exec(text);
    if (working) return { ...placeOf(working), said: { ...weekly, byday: [...WORKDAYS] } };
    const unit = byUnit.exec(text);
    if (!unit) return null;
    const [, said = '', name = ''] = unit;
    const freq = UNITS[name.toLowerCase() as keyof typeof UNITS];
    return { ...placeOf(unit), said: { ...noRepeat, freq, interval: intervalOf(said) } };
  };
}

/** The first of its weekdays from a day on; `isOver`: not on that day itself any more. Null: it names none. */
export function firstOf({ byday }: Repeat, from: string, isOver: boolean): string | null {
  const days = byday.map((one) => {
    const day = WEEKDAYS.indexOf(one) + 1;
    const first = nextOf(from, day);
    return first === from && isOver ? nextOf(from, day, 1) : first;
  });
  return days.sort()[0] ?? null;
}
