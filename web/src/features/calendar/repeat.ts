/** How an event repeats (lib/repeat.ts), and how that moves with it. Pure. */

import { plusDays } from '@/lib/days.ts';
import { type Repeat, repeatOf, repeatWords, ruleOf, WEEKDAYS } from '@/lib/repeat.ts';

export { noRepeat, type Weekday } from '@/lib/repeat.ts';
export { type Repeat, repeatOf, repeatWords, ruleOf, WEEKDAYS };

const WEEK = 7;

/** The rule that says the same of an event that begins so many days later. */
export function movedRule(
  rule: string | null,
  day: string,
  days: number,
  zone: string,
): string | null {
  const repeat = repeatOf(rule, day, zone);
  if (repeat.freq === 'NONE' || repeat.freq === 'OTHER' || days === 0) return rule;
  const byday = repeat.byday.map((one) => {
    const index = (WEEKDAYS.indexOf(one) + days) % WEEK;
    return WEEKDAYS[(index + WEEK) % WEEK] ?? one;
  });
  const sorted = WEEKDAYS.filter((one) => byday.includes(one));
  return ruleOf({ ...repeat, byday: sorted }, plusDays(day, days));
}
