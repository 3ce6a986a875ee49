/** Days, and things to book, for the journeys of bookings. */
import type { Person } from '../../live/harness/person.ts';

const DAY_MS = 86_400_000;

/** A day so many from today, as it is in Sweden. */
export function dateOf(n: number): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(
    new Date(),
  );
  return new Date(Date.parse(`${today}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10);
}

/** As it is named: 'fredag 27 november'. */
export const named = (date: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`));
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** In a week that is all to come, and after it. */
export const WEDNESDAY = (() => {
  const weekday = new Date(`${dateOf(0)}T00:00:00Z`).getUTCDay() || 7;
  return dateOf(7 - weekday + 3);
})();

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

interface Made {
  idBookable: number;
}

/** Something that is open every day from eight to twenty, by the hour. */
export async function bookableOf(who: Person, idEntity: number, name: string, more: object = {}) {
  const made = await who.call<Made>('POST', '/api/v1/bookables', {
    idEntity,
    name,
    kind: 'ROOM',
    status: 1,
    slotStep: 60,
    maxLength: 180,
    whoMayBook: ['MEMBER'],
    ...more,
  });
  await who.call('PUT', `/api/v1/bookables/${made.idBookable}/availability`, {
    version: 0,
    periods: [{ weekdays: EVERY_DAY, start: '08:00', end: '20:00' }],
    closures: [],
    closedOnRedDays: false,
    closedOnSchoolBreaks: false,
  });
  return made.idBookable;
}
