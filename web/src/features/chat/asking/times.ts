/** Polls about when: what their options are called, and which suits most. Pure. */
import type { Poll, PollOption } from '@/api/types.ts';
import { once } from '@/lib/once.ts';
import { clockTime, dayOf } from '@/lib/times.ts';

const MINUTE_MS = 60_000;

const day = once(
  () => new Intl.DateTimeFormat('sv', { weekday: 'short', day: 'numeric', month: 'short' }),
);

export type Times = { start: string; end: string };

/** 'tors 14 maj 18:00–19:30', where the reader is; of another year or to another day both are said. */
export function timeWords({ start, end }: Times, now = Date.now()): string {
  const year = new Date(start).getFullYear();
  const date = (at: string) => day().format(new Date(at)).replaceAll('.', '');
  const first = year === new Date(now).getFullYear() ? date(start) : `${date(start)} ${year}`;
  const from = `${first} ${clockTime(start)}`;
  return dayOf(start) === dayOf(end)
    ? `${from}–${clockTime(end)}`
    : `${from} – ${date(end)} ${clockTime(end)}`;
}

/** From a beginning, so many minutes. */
export const timesFrom = (start: string, minutes: number): Times => ({
  start,
  end: new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString(),
});

/** When an option is; null: it is words. */
export const timesOf = ({ start, end }: PollOption): Times | null =>
  start && end ? { start, end } : null;

/** When most can, the earliest of them; null: it asks about something else. */
export function mostCan({ options }: Poll): Times | null {
  const times = options.flatMap((option) => {
    const at = timesOf(option);
    return at ? [{ at, count: option.count }] : [];
  });
  times.sort((a, b) => b.count - a.count || Date.parse(a.at.start) - Date.parse(b.at.start));
  return times[0]?.at ?? null;
}
