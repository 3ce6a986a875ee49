/** What was understood of a line, in Swedish: 'Fredag 4 december kl 15, varje vecka'. Pure. */

import { capital, longDate, shortDate } from '@/lib/dates.ts';
import { weekdayOf, yearOf } from '@/lib/days.ts';
import { repeatOf, repeatWords, WEEKDAYS } from '@/lib/repeat.ts';
import { clockAt, HOME_ZONE, todayHere } from '@/lib/zone.ts';
import { repeatTexts } from '@/texts/repeat.ts';
import { lineTexts as texts } from '@/texts/tasksLine.ts';
import type { Line } from './line.ts';

/** Of another year the year is said as well. */
const dayWords = (day: string, now: number) =>
  yearOf(day) === yearOf(todayHere(now)) ? shortDate(day) : longDate(day);

/** A week's rule says its weekday where that is not the due day's own. */
function rhythm(rrule: string, day: string): string {
  const { freq, interval, byday, ends } = repeatOf(rrule, day, HOME_ZONE);
  const isOwn = byday.join() === WEEKDAYS[weekdayOf(day) - 1];
  return freq === 'WEEKLY' && isOwn && ends === 'never'
    ? repeatTexts.every(interval, 'vecka', 'e')
    : repeatWords(rrule, day, HOME_ZONE);
}

/** As it stands within a sentence. */
const within = (text: string) => text.charAt(0).toLocaleLowerCase('sv') + text.slice(1);

/** When it is due, how it repeats, how much it presses, its labels; '' where the line is a title alone. */
export function describe(line: Line, now = Date.now()): string {
  const { dueDate, dueAt, timeZone = HOME_ZONE, repeat, priority, labels = [] } = line;
  const wall = dueAt === undefined ? null : clockAt(dueAt, timeZone);
  const day = wall?.date ?? dueDate;
  // A full hour is said as one says it.
  const time = wall && texts.at(wall.time.replace(/^0?(\d+):00$/, '$1'));
  const said = [
    day && [dayWords(day, now), time].filter(Boolean).join(' '),
    day && repeat && within(rhythm(repeat.rrule, day)),
    repeat?.from === 'COMPLETION' && texts.fromDone,
    priority && texts.priorities[priority],
    labels.map((label) => `#${label}`).join(' '),
  ];
  return capital(said.filter(Boolean).join(', '));
}
