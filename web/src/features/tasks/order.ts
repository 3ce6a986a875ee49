/** The order of a stack. Pure. */
import type { Place, WholeStack } from './types.ts';

export type Step = 'up' | 'down' | 'first' | 'last';
export const STEPS: readonly Step[] = ['up', 'down', 'first', 'last'];

type Ordered = WholeStack['tasks'];

/** Where a step leads; null: it is there already. */
export function rankAfter(tasks: Ordered, idTask: number, step: Step): number | null {
  const at = tasks.findIndex((one) => one.idTask === idTask);
  const last = tasks.length - 1;
  if (at < 0) return null;
  const to = { up: at - 1, down: at + 1, first: 0, last }[step];
  return to === at || to < 0 || to > last ? null : to;
}

const ranked = (tasks: Ordered): Ordered =>
  tasks.map((one, position) => (one.position === position ? one : { ...one, position }));

export function movedTo(tasks: Ordered, idTask: number, rank: number): Ordered {
  const moved = tasks.find((one) => one.idTask === idTask);
  if (!moved) return tasks;
  const others = tasks.filter((one) => one !== moved);
  return ranked([...others.slice(0, rank), moved, ...others.slice(rank)]);
}

export const without = (tasks: Ordered, idTask: number): Ordered =>
  ranked(tasks.filter((one) => one.idTask !== idTask));

/** Beside whom a task stands: after the one before it, the first one before the next. */
export function placeOf(tasks: Ordered, idTask: number): Place {
  const at = tasks.findIndex((one) => one.idTask === idTask);
  const [before, after] = [tasks[at + 1], tasks[at - 1]];
  if (after) return { after: after.idTask };
  return before ? { before: before.idTask } : {};
}
