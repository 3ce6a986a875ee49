/** What clocks on the wall say somewhere. Pure. */

/** 'yyyy-mm-dd' and 'hh:mm'. */
export type Wall = { date: string; time: string };

export const HOME_ZONE = 'Europe/Stockholm';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than using it. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, made);
  return made;
}

/** What a clock there says at a moment (ms). */
export function clockAt(ms: number, zone: string): Wall {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

/** The date in Sweden. */
export const todayHere = (now = Date.now()): string => clockAt(now, HOME_ZONE).date;

/** What a clock there says at a moment. */
export const wallOf = (iso: string, zone: string): Wall => clockAt(Date.parse(iso), zone);
