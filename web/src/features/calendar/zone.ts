/** Times of a clock on the wall somewhere, moved by that clock (lib/zone.ts). Pure. */

import { plusDays } from '@/lib/days.ts';
import { HOME_ZONE, minutesOf, momentAt, timeAt, type Wall, wallOf } from '@/lib/zone.ts';

export { HOME_ZONE, minutesOf, momentAt, timeAt, type Wall, wallOf };

const DAY_MINUTES = 1440;

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
