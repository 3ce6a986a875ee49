/** A line for a task as a message begins it. Pure. */

import { longDate } from '@/lib/dates.ts';
import { clockAt, HOME_ZONE, todayHere } from '@/lib/zone.ts';
import { type Line, readLine } from './line.ts';

/** As the server takes a title. */
export const TITLE_MOST = 200;
/** A long message is not read to its end. */
const LINES = 20;

export type BegunLine = {
  line: string;
  /** A day, and mostly a time, that the message tells below its first line: in words that the line can go on with. */
  offer: string | null;
};

type Due = Pick<Line, 'dueDate' | 'dueAt'>;
const isDue = ({ dueDate, dueAt }: Due) => dueDate !== undefined || dueAt !== undefined;
const same = (a: Due, b: Due) => a.dueDate === b.dueDate && a.dueAt === b.dueAt;
const isPast = ({ dueDate, dueAt }: Due, now: number) =>
  dueAt !== undefined ? dueAt <= now : dueDate !== undefined && dueDate < todayHere(now);

/** The same day and time whenever it is read: 'fredag 4 december 2026 kl 15:00'. */
function wordsOf({ dueDate, dueAt }: Due): string {
  if (dueAt === undefined) return dueDate === undefined ? '' : longDate(dueDate);
  const { date, time } = clockAt(dueAt, HOME_ZONE);
  return `${longDate(date)} kl ${time}`;
}

function cut(text: string): string {
  const letters = [...text];
  if (letters.length <= TITLE_MOST) return text;
  return `${letters
    .slice(0, TITLE_MOST - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * Its first line. 'I morgon' is meant as of when the message was sent: where it means another day by now, that day is written
 * instead, and nothing where it has been.
 */
export function begunBy(text: string, sent: number, now: number): BegunLine {
  const [first = '', ...others] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const said = readLine(first, sent);
  if (isDue(said)) {
    const holds = said.repeat || same(said, readLine(first, now));
    const when = isPast(said, now) ? '' : ` ${wordsOf(said)}`;
    return { line: holds ? cut(first) : `${cut(said.title)}${when}`, offer: null };
  }
  const below = others
    .slice(0, LINES)
    .map((line) => readLine(line, sent))
    .find((one) => isDue(one) && !isPast(one, now));
  return { line: cut(first), offer: below ? wordsOf(below) : null };
}
