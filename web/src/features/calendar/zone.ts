/**
 * Times of a clock on the wall somewhere, and the moments they are. Of a time that a change of the clocks skips, the one as long
 * after; of one that comes twice, the first (RFC 5545 §3.3.5). Pure.
 */

import { plusDays } from '@/lib/days.ts';
import { clockAt, HOME_ZONE, type Wall, wallOf } from '@/lib/zone.ts';

export { HOME_ZONE, type Wall, wallOf };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;

const asUtc = ({ date, time }: Wall) => Date.parse(`${date}T${time}:00Z`);

/** The moment at which a clock there says so. */
export function momentAt(wall: Wall, zone: string): string {
  const wanted = asUtc(wall);
  const offsetNear = (ms: number) =>
    asUtc(clockAt(ms, zone)) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  const [before, after] = [offsetNear(wanted - DAY_MS), offsetNear(wanted + DAY_MS)];
  const found = [wanted - before, wanted - after].find((ms) => asUtc(clockAt(ms, zone)) === wanted);
  return new Date(found ?? wanted - before).toISOString();
}

const two = (n: number) => String(n).padStart(2, '0');
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeAt = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** A clock's time so many days and minutes on, by that clock. */
export function movedBy({ date, time }: Wall, days: number, minutes: number): Wall {
  const total = minutesOf(time) + minutes;
  const over = Math.floor(total / DAY_MINUTES);
  return { date: plusDays(date, days + over), time: timeAt(total - over * DAY_MINUTES) };
}

/** A moment moved by the clock of a place. */
export const shifted = (iso: string, zone: string, days: number, minutes: number): string =>
  momentAt(movedBy(wallOf(iso, zone), days, minutes), zone);

/** The zones that the browser knows, for a list. */
export const knownZones = (): string[] => {
  const all = Intl.supportedValuesOf('timeZone');
  return all.includes(HOME_ZONE) ? all : [HOME_ZONE, ...all];
};
