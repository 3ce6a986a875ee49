/** Times that can be booked: days and clocks in Sweden, ends, lengths. Pure. */
import { capital, shortDate } from '@/lib/dates.ts';
import { mondayOf, plusDays } from '@/lib/days.ts';
import { clockAt, HOME_ZONE, todayHere, wallOf } from '@/lib/zone.ts';
import { bookingTexts as texts } from '@/texts/bookings.ts';
import type { BookableSettings, Slot, TimeSpan } from './types.ts';

export { todayHere };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MINUTES = 1_440;
const WEEK = 7;
/** More are not asked of anybody to choose from. */
const MOST_ENDS = 200;

export const ms = (moment: string): number => Date.parse(moment);
export const isoOf = (at: number): string => new Date(at).toISOString();

export const wallHere = (moment: string) => wallOf(moment, HOME_ZONE);
export const dateIn = (moment: string): string => wallHere(moment).date;
export const daysOfWeek = (date: string): string[] =>
  Array.from({ length: WEEK }, (_, n) => plusDays(mondayOf(date), n));

/** How far the clocks there are ahead of UTC at a moment. */
function offsetAt(at: number): number {
  const { date, time } = clockAt(at, HOME_ZONE);
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** The moment at which clocks there say it; '24:00' is the next day's midnight. Twice in autumn: the first of them. */
export function momentAt(date: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const wall = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * MINUTE_MS;
  // A change of the clocks may lie between. A time that is left out is as long after the change as it says.
  const before = offsetAt(wall - 6 * HOUR_MS);
  const after = offsetAt(wall + 6 * HOUR_MS);
  const isSo = (offset: number) => offsetAt(wall - offset) === offset;
  return isSo(before) || !isSo(after) ? wall - before : wall - after;
}

export const midnightOf = (date: string): number => momentAt(date, '00:00');

/** Whether the clocks there say the same an hour before or after. */
function isTwice(at: number): boolean {
  const { date, time } = clockAt(at, HOME_ZONE);
  return [at - HOUR_MS, at + HOUR_MS].some((other) => {
    const wall = clockAt(other, HOME_ZONE);
    return wall.date === date && wall.time === time;
  });
}

const SUMMER = 2 * HOUR_MS;

/** '14:30'; where the clocks say it twice, with which of them it is. */
export function clockOf(moment: string): string {
  const at = ms(moment);
  const { time } = clockAt(at, HOME_ZONE);
  if (!isTwice(at)) return time;
  return `${time} ${offsetAt(at) === SUMMER ? texts.summerTime : texts.winterTime}`;
}

const MIDNIGHT = '00:00';

/** The first and the last day of what lasts from one midnight to another; null: it does not. */
export function wholeDays({ start, end }: TimeSpan): { first: string; last: string } | null {
  const [from, to] = [wallHere(start), wallHere(end)];
  if (from.time !== MIDNIGHT || to.time !== MIDNIGHT || to.date <= from.date) return null;
  return { first: from.date, last: plusDays(to.date, -1) };
}

/** '14:00–15:30', over midnight with the day of the end; of whole days their last. */
export function spanOf({ start, end }: TimeSpan): string {
  const first = dateIn(start);
  const whole = wholeDays({ start, end });
  if (whole) {
    return whole.last === first ? texts.wholeDay : texts.wholeDays(shortDate(whole.last));
  }
  const { date, time } = wallHere(end);
  if (date === first) return `${clockOf(start)}–${clockOf(end)}`;
  // The midnight that ends a day is that day's.
  const [last, clock] = time === MIDNIGHT ? [plusDays(date, -1), '24:00'] : [date, clockOf(end)];
  return `${clockOf(start)}–${last === first ? '' : `${shortDate(last)} `}${clock}`;
}

/** Whether its day is there: nobody comes, or stays away, before. */
export const hasCome = ({ start }: Pick<TimeSpan, 'start'>): boolean =>
  dateIn(start) <= todayHere();

/** 'Fredag 28 november 14:00–15:30'. */
export const whenOf = (span: TimeSpan): string =>
  `${capital(shortDate(dateIn(span.start)))} ${spanOf(span)}`;

/** '45 min', '1 tim', '1 tim 30 min', '2 dygn'. */
export function lengthOf(minutes: number): string {
  if (minutes > 0 && minutes % DAY_MINUTES === 0) return texts.length.days(minutes / DAY_MINUTES);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const said = [hours > 0 && texts.length.hours(hours), rest > 0 && texts.length.minutes(rest)];
  return said.filter(Boolean).join(' ') || texts.length.minutes(0);
}
export const minutesOf = ({ start, end }: TimeSpan): number =>
  Math.round((ms(end) - ms(start)) / MINUTE_MS);

export type DaySlots = { date: string; slots: Slot[] };

/** Slots by the day on which they begin there, each of the days, also those with none. */
export function byDay(days: readonly string[], slots: readonly Slot[]): DaySlots[] {
  const all = new Map(days.map((date) => [date, [] as Slot[]]));
  for (const slot of slots) all.get(dateIn(slot.start))?.push(slot);
  return [...all].map(([date, found]) => ({
    date,
    slots: found.sort((a, b) => ms(a.start) - ms(b.start)),
  }));
}

export type Lengths = Pick<BookableSettings, 'slotMode' | 'slotStep' | 'minLength' | 'periods'>;
/** No longer than a time must be: there is no second step. */
export const SHORTEST: Lengths = {
  slotMode: 'STEP',
  slotStep: Number.POSITIVE_INFINITY,
  minLength: 0,
  periods: [],
};

/** Ends of the lesson periods from a start on, on all days up to the latest end. */
function periodEnds({ start, end, latest }: Slot, periods: Lengths['periods']): number[] {
  const [first, last] = [dateIn(start), dateIn(latest)];
  const ends: number[] = [];
  for (let date = first; date <= last && ends.length < MOST_ENDS; date = plusDays(date, 1)) {
    for (const period of periods) {
      const at = momentAt(date, period.end);
      const begins = momentAt(date, period.start);
      if (begins >= ms(start) && at >= ms(end) && at <= ms(latest)) ends.push(at);
    }
  }
  return ends;
}

/** The shortest length, then whole steps (actors/src/bookings/rules/slots.rs says which ends are accepted). */
function stepEnds({ start, end, latest }: Slot, step: number): number[] {
  const [from, last] = [ms(start), ms(latest)];
  const ends = [ms(end)];
  const shortest = (ms(end) - from) / MINUTE_MS;
  for (let steps = Math.floor(shortest / step) + 1; ends.length < MOST_ENDS; steps += 1) {
    const at = from + steps * step * MINUTE_MS;
    if (at > last) break;
    ends.push(at);
  }
  return ends;
}

/** Every end that can be chosen for a slot, in order; of one that is taken, its only one. */
export function endsOf(slot: Slot, settings: Lengths): string[] {
  const ends =
    settings.slotMode === 'PERIODS'
      ? periodEnds(slot, settings.periods)
      : stepEnds(slot, Math.max(1, settings.slotStep));
  const all = [...new Set([ms(slot.end), ...ends])].sort((a, b) => a - b);
  return all.map(isoOf);
}

const FEW = 3;

/** Free times nearest to the one that was wanted, in the length that was wanted where that goes, by start. */
export function nearest(
  slots: readonly Slot[],
  wanted: TimeSpan,
  settings: Lengths,
): { slot: Slot; end: string }[] {
  const at = ms(wanted.start);
  const length = ms(wanted.end) - at;
  const far = ({ start }: Slot) => Math.abs(ms(start) - at);
  return slots
    .filter(({ free, start }) => free && ms(start) !== at)
    .sort((a, b) => far(a) - far(b) || ms(a.start) - ms(b.start))
    .slice(0, FEW)
    .sort((a, b) => ms(a.start) - ms(b.start))
    .map((slot) => ({ slot, end: endNear(endsOf(slot, settings), ms(slot.start) + length) }));
}

/** The end that is nearest to a moment. */
export function endNear(ends: readonly string[], at: number): string {
  const far = (end: string) => Math.abs(ms(end) - at);
  return ends.reduce((best, end) => (far(end) < far(best) ? end : best), ends[0] ?? isoOf(at));
}

/** '4:32', of seconds; never below none. */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
