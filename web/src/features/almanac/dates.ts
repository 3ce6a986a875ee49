const long = new Intl.DateTimeFormat('sv-SE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat('sv-SE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** A date without a time, so without a zone: midnight in UTC stands for it. */
const midnight = (date: string) => new Date(`${date}T00:00:00Z`);

/** 'lördag 20 juni 2026' */
export const longDate = (date: string): string => long.format(midnight(date));
/** 'lördag 20 juni' */
export const shortDate = (date: string): string => short.format(midnight(date));
