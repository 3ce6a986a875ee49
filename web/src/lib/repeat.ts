/** How something repeats: RFC 5545's rules as a form has them, and in Swedish words. Pure. */

import { repeatTexts as texts } from '@/texts/repeat.ts';
import { longDate } from './dates.ts';
import { dateNumber, isShown, weekdayOf } from './days.ts';
import { wallOf } from './zone.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
const WORKDAYS = 'MO,TU,WE,TH,FR';
const WEEK = 7;
const LAST = -1;
/** The fifth of a weekday is the last one, where there is one. */
const MOST_NTH = 4;

export type Repeat = {
  /** OTHER: a rule that the form has no fields for; it is kept as it is. */
  freq: 'NONE' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY' | 'OTHER';
  interval: number;
  byday: Weekday[];
  /** Of a month: its date, which of its weekdays, or the last one. */
  monthly: 'date' | 'nth' | 'last';
  ends: 'never' | 'until' | 'count';
  until: string;
  count: number;
  /** As it came. */
  raw: string;
};

export const noRepeat: Repeat = {
  freq: 'NONE',
  interval: 1,
  byday: [],
  monthly: 'date',
  ends: 'never',
  until: '',
  count: 10,
  raw: '',
};

const weekdayName = (day: string): Weekday => WEEKDAYS[weekdayOf(day) - 1] ?? 'MO';
/** The 10th is of the second such weekday of its month. */
const nthOf = (day: string) => Math.ceil(dateNumber(day) / WEEK);

const parts = (rule: string) =>
  new Map(
    rule
      .replace(/^RRULE:/i, '')
      .toUpperCase()
      .split(';')
      .filter(Boolean)
      .map((part) => part.split('=', 2) as [string, string]),
  );

/** UNTIL's day by the clock of its place. */
function untilDay(value: string, zone: string): string {
  const day = value.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3');
  const time = /T(\d{2})(\d{2})(\d{2})Z$/.exec(value);
  if (!time) return day;
  return wallOf(`${day}T${time.slice(1).join(':')}Z`, zone).date;
}

/** A rule as the form has it, for what begins on a day. */
export function repeatOf(rule: string | null, day: string, zone: string): Repeat {
  if (!rule) return noRepeat;
  const other: Repeat = { ...noRepeat, freq: 'OTHER', raw: rule };
  const said = parts(rule);
  const take = (name: string) => {
    const value = said.get(name);
    said.delete(name);
    return value;
  };
  const freq = take('FREQ');
  const interval = Number(take('INTERVAL') ?? 1);
  const until = take('UNTIL');
  const count = take('COUNT');
  const byday = take('BYDAY');
  const bymonthday = take('BYMONTHDAY');
  const bymonth = take('BYMONTH');
  // Ours begin their weeks on Monday; it is the default as well.
  if (said.get('WKST') === 'MO') said.delete('WKST');
  if (said.size > 0 || !Number.isInteger(interval) || interval < 1) return other;
  const found: Repeat = {
    ...noRepeat,
    raw: rule,
    interval,
    ends: until ? 'until' : count ? 'count' : 'never',
    until: until ? untilDay(until, zone) : '',
    count: Number(count ?? noRepeat.count),
  };
  const isDate = bymonthday === undefined || Number(bymonthday) === dateNumber(day);
  if (freq === 'DAILY' && !byday && !bymonthday && !bymonth) return { ...found, freq };
  if (freq === 'WEEKLY' && !bymonthday && !bymonth) {
    const days = byday?.split(',') ?? [weekdayName(day)];
    if (!days.every((one) => WEEKDAYS.includes(one as Weekday))) return other;
    return { ...found, freq, byday: WEEKDAYS.filter((one) => days.includes(one)) };
  }
  if (freq === 'MONTHLY' && !bymonth) {
    if (!byday) return isDate ? { ...found, freq, monthly: 'date' } : other;
    if (bymonthday) return other;
    if (byday === `${nthOf(day)}${weekdayName(day)}`) return { ...found, freq, monthly: 'nth' };
    return byday === `${LAST}${weekdayName(day)}` ? { ...found, freq, monthly: 'last' } : other;
  }
  const isMonth = bymonth === undefined || Number(bymonth) === Number(day.slice(5, 7));
  if (freq === 'YEARLY' && !byday && isDate && isMonth) return { ...found, freq };
  return other;
}

/** The rule that a form says, for what begins on a day; null: it does not repeat. */
export function ruleOf(repeat: Repeat, day: string): string | null {
  const { freq, interval, byday, monthly, ends, until, count, raw } = repeat;
  if (freq === 'NONE') return null;
  if (freq === 'OTHER') return raw;
  const said = [`FREQ=${freq}`];
  if (interval > 1) said.push(`INTERVAL=${interval}`);
  if (freq === 'WEEKLY')
    said.push(`BYDAY=${byday.length > 0 ? byday.join(',') : weekdayName(day)}`);
  if (freq === 'MONTHLY' && monthly === 'date') said.push(`BYMONTHDAY=${dateNumber(day)}`);
  if (freq === 'MONTHLY' && monthly === 'last') said.push(`BYDAY=${LAST}${weekdayName(day)}`);
  if (freq === 'MONTHLY' && monthly === 'nth') {
    const nth = nthOf(day) > MOST_NTH ? LAST : nthOf(day);
    said.push(`BYDAY=${nth}${weekdayName(day)}`);
  }
  if (ends === 'until' && isShown(until)) said.push(`UNTIL=${until.replaceAll('-', '')}`);
  if (ends === 'count') said.push(`COUNT=${count}`);
  return said.join(';');
}

const joined = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} och ${words.at(-1)}`;

function rhythm({ freq, interval, byday, monthly }: Repeat, day: string): string {
  const weekday = weekdayName(day);
  switch (freq) {
    case 'DAILY':
      return texts.every(interval, 'dag', 'e');
    case 'WEEKLY':
      if (interval === 1 && byday.join() === WORKDAYS) return texts.workdays;
      return `${texts.every(interval, 'vecka', 'e')} ${texts.on} ${joined(byday.map((one) => texts.weekdays[one].plural))}`;
    case 'MONTHLY': {
      const which =
        monthly === 'date'
          ? texts.theDate(dateNumber(day))
          : texts.nthWeekday(
              monthly === 'last' ? LAST : nthOf(day),
              texts.weekdays[weekday].definite,
            );
      return `${texts.every(interval, 'månad', 'e')} ${which}`;
    }
    case 'YEARLY':
      return `${texts.every(interval, 'år', 't')} ${texts.dateOfYear(day)}`;
    default:
      return '';
  }
}

/** 'Varannan vecka på tisdagar och torsdagar, 10 gånger'. */
export function repeatWords(rule: string | null, day: string, zone: string): string {
  const repeat = repeatOf(rule, day, zone);
  if (repeat.freq === 'NONE') return texts.none;
  if (repeat.freq === 'OTHER') return texts.other(repeat.raw);
  const said = rhythm(repeat, day);
  if (repeat.ends === 'until') return `${said}, ${texts.until(longDate(repeat.until))}`;
  return repeat.ends === 'count' ? `${said}, ${texts.times(repeat.count)}` : said;
}
