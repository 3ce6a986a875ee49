/**
 * What clocks on the wall say somewhere, and the moments at which they do. Of a time that a change of the clocks skips, the one as
 * long after; of one that comes twice, the first (RFC 5545 §3.3.5). Pure.
 */

/** 'yyyy-mm-dd' and 'hh:mm'. */
export type Wall = { date: string; time: string };

export const HOME_ZONE = 'Europe/Stockholm';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

const asUtc = ({ date, time }: Wall) => Date.parse(`${date}T${time}:00Z`);

/** What Intl says a clock there says. */
function read(ms: number, zone: string): Wall {
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

/** How far clocks are ahead of UTC (ms), by zone and quarter of an hour: no zone changes within one. Intl takes four times as long. */
const offsets = new Map<string, number>();
const QUARTER_MS = 15 * MINUTE_MS;
/** A year's quarters are 35,000; a page asks for some hundred. */
const MOST_OFFSETS = 10_000;

function offsetOf(ms: number, zone: string): number {
  const quarter = Math.floor(ms / QUARTER_MS);
  const key = `${quarter} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = asUtc(read(quarter * QUARTER_MS, zone)) - quarter * QUARTER_MS;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** What a clock there says at a moment (ms). */
export function clockAt(ms: number, zone: string): Wall {
  const wall = new Date(ms + offsetOf(ms, zone)).toISOString();
  return { date: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The date in Sweden. */
export const todayHere = (now = Date.now()): string => clockAt(now, HOME_ZONE).date;

/** What a clock there says at a moment. */
export const wallOf = (iso: string, zone: string): Wall => clockAt(Date.parse(iso), zone);

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
/** A time of day as minutes since midnight, and the other way round. */
export const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeAt = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
