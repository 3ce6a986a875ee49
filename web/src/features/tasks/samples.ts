/** Tasks, and what answers for the server, on the morning on which tests look at them. */
import { notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { isOpen } from '@/lib/due.ts';
import { type Answers, Refusal, signIn, signOut } from '@/test/world.ts';
import type { Person, Task } from './types.ts';

/** Wednesday 25 November, ten in Sweden. */
export const NOW = Date.parse('2026-11-25T09:00:00.000Z');

/** Before and after each test: Anna, signed in. */
export function signedInBefore() {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    signIn();
  });
  afterEach(() => {
    vi.useRealTimers();
    notifications.clean();
    localStorage.clear();
    signOut();
  });
}

export const person = (id: number, displayName: string): Person => ({
  id,
  displayName,
  slug: `p${id}`,
  username: `p${id}`,
  avatar: null,
});
export const anna = person(7, 'Anna Ek');
export const bo = person(8, 'Bo Alm');

export const sample = (more: Partial<Task> = {}): Task => ({
  idTask: 1,
  txTitle: 'Ring Karin',
  txDescription: '',
  status: 'TODO',
  priority: 0,
  labels: [],
  dueDate: null,
  dueAt: null,
  timeZone: null,
  startDate: null,
  idEntity: null,
  entityName: null,
  entitySlug: null,
  createdBy: anna,
  assignees: [],
  target: null,
  checklist: [],
  idParent: null,
  subtasks: { total: 0, done: 0 },
  repeat: null,
  idBoard: null,
  idList: null,
  idNext: null,
  version: 1,
  created: NOW - 86_400_000,
  changed: NOW - 86_400_000,
  completed: null,
  abilities: { edit: true, delete: true, comment: true },
  ...more,
});

/** As the server sends it. */
export const sent = (task: Task) => ({
  ...task,
  dueAt: task.dueAt === null ? null : new Date(task.dueAt).toISOString(),
  created: new Date(task.created).toISOString(),
  changed: new Date(task.changed).toISOString(),
  completed: task.completed === null ? null : new Date(task.completed).toISOString(),
});

const asked = () =>
  new URL(String(vi.mocked(globalThis.fetch).mock.calls.at(-1)?.[0]), 'http://x').searchParams;

/** Lists of what stands in `held` by then, as the server would answer them by status and parent. */
export const listed = (held: { tasks: Task[] }): Answers => ({
  'GET /api/v1/tasks': () => {
    const query = asked();
    const status = query.get('status');
    const parent = query.get('parent');
    const is = (task: Task) =>
      !status ||
      (status === 'OPEN'
        ? isOpen(task)
        : status === 'CLOSED'
          ? !isOpen(task)
          : task.status === status);
    return {
      content: held.tasks
        .filter(is)
        .filter(({ idParent }) => !parent || String(idParent) === parent)
        .map(sent),
      next: null,
    };
  },
  'GET /api/v1/task-reminders': { content: [] },
  'GET /api/v1/task-stacks': { content: [] },
});

/** A task changes on the server, and what it answers with. */
export function changedIn(held: { tasks: Task[] }, idTask: number, patch: Partial<Task>) {
  held.tasks = held.tasks.map((one) =>
    one.idTask === idTask ? { ...one, ...patch, version: one.version + 1 } : one,
  );
  const task = held.tasks.find((one) => one.idTask === idTask);
  return task && sent(task);
}

/** Somebody else was faster: the first change is refused with how the task is now, the next is made by `then`. */
export function staleOnce(current: Task, then: () => unknown) {
  let refused = false;
  return () => {
    if (refused) return then();
    refused = true;
    return new Refusal(409, 'STALE', undefined, { current: sent(current) });
  };
}

export const tick = (title: string) => screen.findByRole('checkbox', { name: `Klar: ${title}` });
