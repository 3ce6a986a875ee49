/** Moments are RFC 3339 on the wire and milliseconds here, where they are compared and counted. Pure. */
import type { components } from '@/api/schema.gen.ts';
import type {
  History,
  Priority,
  Reminder,
  ReminderDraft,
  Task,
  TaskFields,
  TasksPage,
  WholeStack,
} from './types.ts';

type Sent = components['schemas'];
export type SentTask = Sent['Task'];
export type SentPage = Sent['TasksView'];
export type SentStack = Sent['TaskStack'];
export type SentReminder = Sent['TaskReminder'];
export type SentHistory = Sent['TaskHistory'];

const ms = (moment: string): number => Date.parse(moment);
const msOrNull = (moment: string | null | undefined): number | null => (moment ? ms(moment) : null);
export const isoOf = (at: number): string => new Date(at).toISOString();

/** The document calls fields optional that may be null; the server sends them all. */
export const taskOf = (sent: SentTask): Task => ({
  ...(sent as Required<SentTask>),
  priority: sent.priority as Priority,
  dueAt: msOrNull(sent.dueAt),
  created: ms(sent.created),
  changed: ms(sent.changed),
  completed: msOrNull(sent.completed),
});

export const pageOf = ({ content, next = null }: SentPage): TasksPage => ({
  content: content.map(taskOf),
  next,
});

export const stackOf = ({ tasks = [], idEntity = null, ...sent }: SentStack): WholeStack => ({
  ...sent,
  idEntity,
  tasks: tasks.map((task) => ({ ...taskOf(task), position: task.position })),
});

export const reminderOf = (sent: SentReminder): Reminder => ({
  ...(sent as Required<SentReminder>),
  at: msOrNull(sent.at),
});

export const historyOf = ({ content, next = null }: SentHistory): History => ({
  content: content.map((entry) => ({ ...entry, at: ms(entry.at) })),
  next,
});

export const sentFields = <T extends TaskFields>({ dueAt, ...fields }: T) => ({
  ...fields,
  ...(dueAt !== undefined && { dueAt: isoOf(dueAt) }),
});

export const sentReminder = (draft: ReminderDraft) =>
  'at' in draft ? { ...draft, at: isoOf(draft.at) } : draft;
