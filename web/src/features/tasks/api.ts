import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { currentOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type {
  Place,
  Reminder,
  ReminderDraft,
  Stack,
  Task,
  TaskChange,
  TaskComments,
  TaskDraft,
  TaskStatus,
  TasksDone,
  WholeStack,
} from './types.ts';
import {
  historyOf,
  isoOf,
  pageOf,
  reminderOf,
  type SentHistory,
  type SentPage,
  type SentReminder,
  type SentStack,
  type SentTask,
  sentFields,
  sentReminder,
  stackOf,
  taskOf,
} from './wire.ts';

const BASE = '/api/v1';
const TASKS = `${BASE}/tasks`;
const STACKS = `${BASE}/task-stacks`;
const REMINDERS = `${BASE}/task-reminders`;
/** The most that a page has: open ones are grouped by day, so that most people have all of them at once. */
const MANY = 100;
const PAGE = 30;
const quiet = { quiet: true } as const;

/** Everything of tasks lies below it. */
export const tasksKey = ['tasks'] as const;
export const listsKey = [...tasksKey, 'list'] as const;
export const stacksKey = [...tasksKey, 'stacks'] as const;
export const remindersKey = [...tasksKey, 'reminders'] as const;
const doneKey = [...tasksKey, 'done'] as const;
const historyKey = [...tasksKey, 'history'] as const;

/** Whose tasks: exactly one of these, or an organisation's with one of its people. */
export type TasksOf =
  | { user: number }
  | { entity: number; assignee?: number }
  | { assignee: number }
  | { target: string }
  | { parent: number };
export type StatusFilter = TaskStatus | 'OPEN' | 'CLOSED';

export type ListWish = TasksOf & {
  status?: StatusFilter;
  /** Due within these days, both of them too. */
  from?: string;
  to?: string;
};

/** How many were done and made in the weeks of some days, both of them too. */
export const doneQuery = (of: { user: number } | { entity: number }, from: string, to: string) =>
  queryOptions({
    queryKey: [...doneKey, of, from, to],
    queryFn: ({ signal }) =>
      api.get<TasksDone>(`${TASKS}/done`, { query: { ...of, from, to }, signal, quiet: true }),
  });

/** Open ones by when they are due, then closed ones, the last closed first. */
export const tasksQuery = (wish: ListWish) => {
  const size = wish.status === 'CLOSED' ? PAGE : MANY;
  return infiniteQueryOptions({
    queryKey: [...listsKey, wish],
    queryFn: async ({ pageParam, signal }) =>
      pageOf(
        await api.get<SentPage>(TASKS, {
          query: { ...wish, size, after: pageParam || undefined },
          signal,
          quiet: true,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
};

export const taskKey = (idTask: number) => [...tasksKey, 'task', idTask] as const;
export const taskQuery = (idTask: number) =>
  queryOptions({
    queryKey: taskKey(idTask),
    queryFn: async ({ signal }): Promise<Task> =>
      taskOf(await api.get<SentTask>(`${TASKS}/${idTask}`, { signal, quiet: true })),
  });

export const historyQuery = (idTask: number) =>
  infiniteQueryOptions({
    queryKey: [...historyKey, idTask],
    queryFn: async ({ pageParam, signal }) =>
      historyOf(
        await api.get<SentHistory>(`${TASKS}/${idTask}/history`, {
          query: { size: PAGE, after: pageParam || undefined },
          signal,
          quiet: true,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** Where the comments of a task are: a thread of chat, as of an event. Not below the others: no change of a task moves it. */
export const commentsKey = (idTask: number) => ['task-comments', idTask] as const;
export const askComments = (idTask: number, signal: AbortSignal) =>
  api.get<TaskComments>(`${TASKS}/${idTask}/comments`, { signal, quiet: true });
export const beginComments = (idTask: number) =>
  api.put<TaskComments>(`${TASKS}/${idTask}/comments`, {}, quiet);

/** Whose stacks: mine or an organisation's. */
export type StacksOf = { user: number } | { entity: number };
export const stacksQuery = (of: StacksOf) =>
  queryOptions({
    queryKey: [...stacksKey, of],
    queryFn: async ({ signal }) =>
      (await api.get<{ content: Stack[] }>(STACKS, { query: of, signal, quiet: true })).content,
  });
export const stackKey = (idTaskStack: number) => [...stacksKey, 'one', idTaskStack] as const;
export const stackQuery = (idTaskStack: number) =>
  queryOptions({
    queryKey: stackKey(idTaskStack),
    queryFn: async ({ signal }) =>
      stackOf(await api.get<SentStack>(`${STACKS}/${idTaskStack}`, { signal, quiet: true })),
  });

/** One's own: of one task, or all. */
export type RemindersOf = { task: number } | { user: number };
export const remindersQuery = (of: RemindersOf) =>
  queryOptions({
    queryKey: [...remindersKey, of],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ content: SentReminder[] }>(REMINDERS, { query: of, signal, quiet: true })
      ).content.map(reminderOf),
    placeholderData: keepPreviousData,
  });

const task = (idTask: number) => `${TASKS}/${idTask}`;
const stack = (idTaskStack: number) => `${STACKS}/${idTaskStack}`;

const ofTask = async (answer: Promise<SentTask>): Promise<Task> => taskOf(await answer);
const ofStack = async (answer: Promise<SentStack>): Promise<WholeStack> => stackOf(await answer);
const ofReminder = async (answer: Promise<SentReminder>): Promise<Reminder> =>
  reminderOf(await answer);

/** Whoever calls says what went wrong. */
export const taskCalls = {
  create: (draft: TaskDraft, idempotencyKey: string) =>
    ofTask(api.post(TASKS, sentFields(draft), { idempotencyKey, quiet: true })),
  /** As a whole: what is left out is emptied. 409 STALE says how it is now (`currentTask`). */
  change: (idTask: number, change: TaskChange) =>
    ofTask(api.put(task(idTask), sentFields(change), quiet)),
  setStatus: (idTask: number, status: TaskStatus) =>
    ofTask(api.put(`${task(idTask)}/status`, { status }, quiet)),
  check: (idTask: number, item: number, done: boolean) =>
    ofTask(api.put(`${task(idTask)}/checklist/${item}`, { done }, quiet)),
  remove: (idTask: number) => api.delete(task(idTask), quiet),
  /** For a day after it was deleted. */
  restore: (idTask: number) => ofTask(api.post(`${task(idTask)}/restore`, undefined, quiet)),

  createStack: (draft: { name: string; idEntity?: number }, idempotencyKey: string) =>
    api.post<Stack>(STACKS, draft, { idempotencyKey, quiet: true }),
  renameStack: (idTaskStack: number, change: { name: string; version: number }) =>
    api.put<Stack>(stack(idTaskStack), change, quiet),
  removeStack: (idTaskStack: number) => api.delete(stack(idTaskStack), quiet),
  putOnStack: (idTaskStack: number, idTask: number, place: Place = {}) =>
    ofStack(api.post(`${stack(idTaskStack)}/tasks`, { idTask, ...place }, quiet)),
  moveOnStack: (idTaskStack: number, idTask: number, place: Place) =>
    ofStack(api.post(`${stack(idTaskStack)}/tasks/${idTask}/move`, place, quiet)),
  takeOffStack: (idTaskStack: number, idTask: number) =>
    api.delete(`${stack(idTaskStack)}/tasks/${idTask}`, quiet),

  remind: (draft: ReminderDraft, idempotencyKey: string) =>
    ofReminder(api.post(REMINDERS, sentReminder(draft), { idempotencyKey, quiet: true })),
  acknowledge: (idTaskReminder: number) =>
    ofReminder(api.put(`${REMINDERS}/${idTaskReminder}/acknowledge`, undefined, quiet)),
  snooze: (idTaskReminder: number, until: number) =>
    ofReminder(api.put(`${REMINDERS}/${idTaskReminder}/snooze`, { until: isoOf(until) }, quiet)),
  removeReminder: (idTaskReminder: number) => api.delete(`${REMINDERS}/${idTaskReminder}`, quiet),
};

/** Of a refused change: the task as it is by now, where somebody else was faster. */
export const currentTask = (error: unknown): Task | null => {
  const current = currentOf<SentTask>(error);
  return current && taskOf(current);
};
