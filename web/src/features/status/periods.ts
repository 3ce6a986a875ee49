/** For how long something is said of oneself, by the clock where one is. Pure: the time is passed in. */
export const PERIODS = ['half', 'hour', 'day', 'week', 'open'] as const;
export type Period = (typeof PERIODS)[number];

const MINUTE_MS = 60_000;
const DAYS = 7;

export const inMinutes = (now: Date, minutes: number) =>
  new Date(now.getTime() + minutes * MINUTE_MS);

/** Midnight some days from now; by the calendar, so that a change to summer time moves nothing. */
const midnight = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/** When it runs out; null: not by itself. A day ends at midnight, a week with Sunday. */
export function endOf(period: Period, now: Date): Date | null {
  switch (period) {
    case 'half':
      return inMinutes(now, 30);
    case 'hour':
      return inMinutes(now, 60);
    case 'day':
      return midnight(now, 1);
    case 'week':
      return midnight(now, ((DAYS - now.getDay()) % DAYS) + 1);
    case 'open':
      return null;
  }
}

/** Tomorrow at eight. */
export const tomorrowMorning = (now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8);
