/** What people write in the fields of a form, as the server wants it. Pure. */
import { resourceFormTexts as texts } from '@/texts/bookingsManage.ts';

/** What is wrong, by the server's name of the field. */
export type Wrong = Record<string, string | undefined>;

export const HOUR = 60;
export const DAY = 1_440;

let made = 0;
/** Of a row of a form: the same for as long as it is there. */
export const newKey = (): string => {
  made += 1;
  return `n${made}`;
};

export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** '8', '8.30', '08:30' as '08:30'; null: no time. 24:00 is one, as an end. */
export function clockIn(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim());
  if (!found) return null;
  const [hours, minutes] = [Number(found[1]), Number(found[2] ?? 0)];
  if (minutes > 59 || hours * HOUR + minutes > DAY) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** '2', '0,5'; null: no number. */
export function numberIn(text: string): number | null {
  const found = /^\d{1,6}(?:[.,]\d{1,2})?$/.exec(text.trim());
  return found ? Number(found[0].replace(',', '.')) : null;
}

/** Words unless a field holds a number within bounds; `parts`: also one with decimals. */
export function bounded(
  text: string,
  least: number,
  most: number,
  parts = false,
): string | undefined {
  const value = numberIn(text);
  const fits =
    value !== null && value >= least && value <= most && (parts || Number.isInteger(value));
  return fits ? undefined : texts.number(least, most);
}

/** An end that is not after its start, or a time that is none. */
export function wrongClock(at: string, start: string, end: string): Wrong {
  const [from, to] = [clockIn(start), clockIn(end)];
  return {
    [`${at}.start`]: from ? undefined : texts.time,
    [`${at}.end`]: !to ? texts.time : from && to <= from ? texts.order : undefined,
  };
}
