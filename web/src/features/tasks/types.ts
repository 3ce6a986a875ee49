/**
 * Tasks, their stacks and reminders, by the server's names. Days are 'yyyy-mm-dd'; moments are milliseconds since the epoch here
 * and RFC 3339 on the wire (wire.ts).
 */
import type { components } from '@/api/schema.gen.ts';

type Sent = components['schemas'];
/** Here: every field is there, moments are counted in. */
type Here<T, Moments extends keyof T = never> = Omit<Required<T>, Moments> & {
  [Name in Moments]-?: number | Extract<T[Name], null>;
};

export type Person = Sent['Person'];
export type TaskComments = Sent['TaskComments'];
export type TasksDone = Sent['TasksDone'];
export type TasksDoneWeek = Sent['TasksDoneWeek'];
export type TaskStatus = Sent['TaskStatus'];
/** 0: none said. */
export type Priority = 0 | 1 | 2 | 3 | 4;
/** What a task is about. */
export type Target = Sent['TaskTarget'];
export type ChecklistItem = Sent['ChecklistItem'];
/** After SCHEDULE the next is due by the rule alone, after COMPLETION counted from when this one was done. */
export type TaskRepeat = Sent['TaskRepeat'];

export type Task = Omit<
  Here<Sent['Task'], 'dueAt' | 'created' | 'changed' | 'completed'>,
  'priority'
> & { priority: Priority };
/** When it is due: a date, the same day everywhere, or a moment with the zone it was said in; never both. */
export type Due = Pick<Task, 'dueDate' | 'dueAt' | 'timeZone'>;

export type TasksPage = Omit<Here<Sent['TasksView']>, 'content'> & { content: Task[] };

/** What may be said of a task; what is left out is empty. */
export type TaskFields = {
  txTitle: string;
  txDescription?: string;
  assignees?: number[];
  target?: Target;
  dueDate?: string;
  dueAt?: number;
  timeZone?: string;
  startDate?: string;
  priority?: Priority;
  labels?: string[];
  checklist?: { id?: number; text: string; done?: boolean }[];
  idParent?: number;
  repeat?: TaskRepeat;
};
/** To make one. */
export type TaskDraft = TaskFields & { idEntity?: number; idTaskStack?: number };
/** To change one as a whole; `version` says what was read. */
export type TaskChange = TaskFields & { version: number };

/** Changes by the field's name here; `created` for its making. */
export type HistoryEntry = Here<Sent['HistoryEntry'], 'at'>;
export type History = Omit<Here<Sent['TaskHistory']>, 'content'> & { content: HistoryEntry[] };

export type Stack = Omit<Here<Sent['TaskStack']>, 'tasks'>;
/** With its tasks, in their order. */
export type WholeStack = Stack & { tasks: (Task & { position: number })[] };
/** Beside which task one is put; neither: last. */
export type Place = { after?: number; before?: number };

export type ReminderStart = Sent['RelativeTo'];
/** Its `status`: 0 scheduled, 1 fired, 2 acknowledged. `seconds` of a relative one: so long after, or before where it is negative. */
export type Reminder = Here<Sent['TaskReminder'], 'at'>;
export type ReminderDraft = { idTask: number; rrule?: string } & (
  | { at: number }
  | { relativeTo: ReminderStart; seconds?: number }
);
