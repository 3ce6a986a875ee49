import { shortDate } from '../lib/dates.ts';

/** Names and ISO dates as facts: 'fredag 18 april'. */
export function onDates(days: [string, string][]): [string, string][] {
  return days.map(([name, date]) => [name, shortDate(date)]);
}
