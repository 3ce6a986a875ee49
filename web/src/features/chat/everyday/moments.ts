/** The moments that are offered for what is to happen later, where the reader is. Pure: the time is passed in. */
import { momentTexts as texts } from '@/texts/everyday.ts';

export interface MomentChoice {
  label: string;
  at: Date;
}

const HOUR_MS = 3_600_000;
/** When a day begins. */
const MORNING = 8;
const MONDAY = 1;
const WEEK = 7;

/** A morning some days from now; by the calendar, so that a change to summer time moves nothing. */
const morning = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

/** In an hour, tomorrow morning, and Monday's where that is another day. */
export function momentChoices(now: Date, withHour: boolean): MomentChoice[] {
  const tomorrow = morning(now, 1);
  const days = (MONDAY - now.getDay() + WEEK) % WEEK || WEEK;
  const monday = morning(now, days);
  const time = `0${MORNING}:00`;
  return [
    ...(withHour ? [{ label: texts.hour, at: new Date(now.getTime() + HOUR_MS) }] : []),
    { label: texts.tomorrow(time), at: tomorrow },
    ...(days === 1 ? [] : [{ label: texts.monday(time), at: monday }]),
  ];
}

/** Tomorrow at eight: what a field for a moment of one's own begins with. */
export const firstGuess = (now: Date): string => morning(now, 1).toISOString();
