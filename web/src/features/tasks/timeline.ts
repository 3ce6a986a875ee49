/** One line of time for a day: what lasts over it first, then by the clock. Pure. */
import type { DayEntry } from '@/area/slots.ts';
import { dueDay } from '@/lib/due.ts';
import { clockAt, HOME_ZONE, todayHere } from '@/lib/zone.ts';
import { byDue } from './due.ts';
import type { Reminder, Task } from './types.ts';

export type Line =
  | { kind: 'entry'; key: string; from: number | null; to: number | null; entry: DayEntry }
  | { kind: 'task'; key: string; from: number | null; to: null; task: Task }
  | { kind: 'reminder'; key: string; from: number; to: null; reminder: Reminder };

const SCHEDULED = 0;
const FIRED = 1;

/** Where it stands in a day; one that has rung and is not acknowledged stands in today, whenever it rang. */
export function isOfDay({ at, status }: Reminder, day: string, today: string): boolean {
  if (at === null) return false;
  const on = todayHere(at);
  if (status === SCHEDULED) return on === day;
  return status === FIRED && day === today && on <= today;
}

type Sources = {
  entries: readonly DayEntry[];
  tasks: readonly Task[];
  reminders: readonly Reminder[];
};

/** Reminders before the tasks and events of the same moment. */
const KINDS = ['reminder', 'entry', 'task'];

export function timeline(
  { entries, tasks, reminders }: Sources,
  day: string,
  today: string,
): Line[] {
  const lines: Line[] = [
    ...entries.map(
      (entry): Line => ({ kind: 'entry', key: entry.key, from: entry.from, to: entry.to, entry }),
    ),
    ...[...tasks]
      .sort(byDue)
      .filter((task) => dueDay(task) === day)
      .map(
        (task): Line => ({
          kind: 'task',
          key: `task/${task.idTask}`,
          from: task.dueAt,
          to: null,
          task,
        }),
      ),
    ...reminders.flatMap((reminder): Line[] =>
      reminder.at !== null && isOfDay(reminder, day, today)
        ? [
            {
              kind: 'reminder',
              key: `reminder/${reminder.idTaskReminder}`,
              from: reminder.at,
              to: null,
              reminder,
            },
          ]
        : [],
    ),
  ];
  const start = ({ from }: Line) => from ?? Number.NEGATIVE_INFINITY;
  return lines.sort((a, b) =>
    start(a) === start(b) ? KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) : start(a) - start(b),
  );
}

/** '09:00–10:00', '09:00', or '' for what lasts over the day. By Swedish clocks. */
export function spanWords({ from, to }: Pick<Line, 'from' | 'to'>): string {
  if (from === null) return '';
  const clock = (at: number) => clockAt(at, HOME_ZONE).time;
  return to === null || to === from ? clock(from) : `${clock(from)}–${clock(to)}`;
}
