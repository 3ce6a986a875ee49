/** When one is reminded of a task: what can be chosen, and in words. Pure. */

import { dayWords } from '@/lib/due.ts';
import { clockAt, HOME_ZONE } from '@/lib/zone.ts';
import { reminderTexts as texts } from '@/texts/tasksPage.ts';
import type { Reminder, ReminderStart, Task } from './types.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Choice = { relativeTo: ReminderStart; seconds: number };

/** Of a moment. */
const BEFORE_MOMENT = [0, -10 * MINUTE, -HOUR, -DAY];
/** Of a day, which is counted from its morning. */
const BEFORE_DAY = [0, -DAY, -7 * DAY];

/** What fits the dates that a task has. */
export function choicesFor({ dueAt, dueDate, startDate }: Task): Choice[] {
  const due = dueAt !== null ? BEFORE_MOMENT : dueDate !== null ? BEFORE_DAY : [];
  const start = startDate === null ? [] : [0];
  return [
    ...due.map((seconds): Choice => ({ relativeTo: 'due_date', seconds })),
    ...start.map((seconds): Choice => ({ relativeTo: 'start_date', seconds })),
  ];
}

function length(seconds: number): string {
  const all = Math.abs(seconds);
  if (all === 0) return '';
  if (all % DAY === 0) return texts.days(all / DAY);
  if (all % HOUR === 0) return texts.hours(all / HOUR);
  return texts.minutes(Math.round(all / MINUTE));
}

/** 'en dag innan den ska vara klar', 'när den börjar'. */
export function choiceWords({ relativeTo, seconds }: Choice): string {
  const base = texts.bases[relativeTo];
  return seconds > 0 ? texts.after(length(seconds), base) : texts.before(length(seconds), base);
}

/** What it counts from, and when that is: 'i morgon 09:00'. */
export function reminderWords(reminder: Reminder, today: string): string {
  const { at, relativeTo, seconds } = reminder;
  const wall = at === null ? null : clockAt(at, HOME_ZONE);
  const when = wall ? `${dayWords(wall.date, today)} ${wall.time}` : '';
  if (!relativeTo) return when;
  const words = choiceWords({ relativeTo, seconds: seconds ?? 0 });
  return when ? `${words} (${when})` : words;
}
