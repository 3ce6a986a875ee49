/**
 * Lists of tasks as they are held, and how a change of one task reaches them: by an answer, by the live connection, or by a
 * click that is still under way. Pure.
 */
import type { InfiniteData } from '@tanstack/react-query';
import { dueDay, isOpen } from '@/lib/due.ts';
import type { ListWish, StatusFilter } from './api.ts';
import { byDue } from './due.ts';
import type { Task, TaskFields, TasksPage } from './types.ts';

/** `gone`: deleted; it keeps its place for as long as that can be undone. */
export type Held = Task & { gone?: boolean };
export type Pages = InfiniteData<TasksPage, string>;

/** Each once, though a page that is fetched later may have one again. */
export function tasksIn(held: { pages: readonly TasksPage[] } | undefined): Task[] {
  const all = held?.pages.flatMap(({ content }) => content as Held[]) ?? [];
  return [...new Map(all.map((task): [number, Held] => [task.idTask, task])).values()].filter(
    ({ gone }) => !gone,
  );
}

const isOf = (filter: StatusFilter | undefined, task: Task): boolean => {
  if (!filter) return true;
  if (filter === 'OPEN') return isOpen(task);
  return filter === 'CLOSED' ? !isOpen(task) : task.status === filter;
};

/** Whether a list has a task, by what it was asked for. */
export function takes(wish: ListWish, task: Task): boolean {
  const { status, from, to, ...of } = wish;
  if (!isOf(status, task)) return false;
  const day = dueDay(task);
  if ((from || to) && (!day || (from && day < from) || (to && day > to))) return false;
  const has = (id: number) => task.assignees.some((one) => one.id === id);
  if ('user' in of) return task.createdBy.id === of.user || has(of.user);
  if ('entity' in of) {
    return task.idEntity === of.entity && (of.assignee === undefined || has(of.assignee));
  }
  if ('assignee' in of) return has(of.assignee);
  if ('parent' in of) return task.idParent === of.parent;
  return task.target !== null && `${task.target.kind}:${task.target.id}` === of.target;
}

const mapTasks = (pages: Pages, change: (task: Held) => Held): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, content: page.content.map(change) })),
});

const holds = (pages: Pages, idTask: number) =>
  pages.pages.some(({ content }) => content.some((one) => one.idTask === idTask));

/** A click's effect, before the server has answered. */
export const patched = (pages: Pages, idTask: number, patch: Partial<Held>): Pages =>
  holds(pages, idTask)
    ? mapTasks(pages, (one) => (one.idTask === idTask ? { ...one, ...patch } : one))
    : pages;

/** What the server says of one task: of two states the higher version holds. What is not held is put where its list has it. */
export function applied(pages: Pages, wish: ListWish, task: Task): Pages {
  if (holds(pages, task.idTask)) {
    return mapTasks(pages, (one) =>
      one.idTask === task.idTask && one.version <= task.version ? task : one,
    );
  }
  if (!takes(wish, task)) return pages;
  const last = pages.pages.at(-1);
  const lastTask = last?.content.at(-1);
  // It comes with its own page.
  if (last?.next && lastTask && byDue(lastTask, task) < 0) return pages;
  const [first, ...rest] = pages.pages;
  if (!first) return pages;
  return { ...pages, pages: [{ ...first, content: [task, ...first.content] }, ...rest] };
}

/** All of a task that a change of it sends: what is left out would be emptied. */
export function fieldsOf(task: Task): TaskFields {
  const { dueDate, dueAt, timeZone, startDate, target, idParent, repeat } = task;
  return {
    txTitle: task.txTitle,
    txDescription: task.txDescription,
    assignees: task.assignees.map(({ id }) => id),
    priority: task.priority,
    labels: task.labels,
    checklist: task.checklist,
    ...(dueDate !== null && { dueDate }),
    ...(dueAt !== null && { dueAt, ...(timeZone && { timeZone }) }),
    ...(startDate !== null && { startDate }),
    ...(target && { target }),
    ...(idParent !== null && { idParent }),
    ...(repeat && { repeat }),
  };
}
