import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { dayWords, isOpen } from '@/lib/due.ts';
import { todayHere } from '@/lib/zone.ts';
import { taskTexts as texts } from '@/texts/tasks.ts';
import { currentTask, stacksKey, taskCalls } from './api.ts';
import { holdAnswers, patchTask, putTask, tasksAnew } from './cache.ts';
import { dueOn } from './due.ts';
import { fieldsOf, type Held } from './fold.ts';
import type { Task, TaskStatus } from './types.ts';

/** Long enough to find the button. */
const UNDO_MS = 8_000;

type Act = {
  /** What is seen at once. */
  patch: Partial<Held>;
  /** `now`: the task as the server had it last. Answers null where the task is no longer there. */
  call: (now: Task) => Promise<Task | null>;
  /** What is said, with a way back. */
  said?: string;
  undo?: Act;
};

type Under = {
  /** The last call of each task: what is done with one task is sent in its order. */
  last: Map<number, Promise<Task | null>>;
  count: number;
};
const under = new WeakMap<QueryClient, Under>();

/** Whether a click has not been answered: what is fetched meanwhile would undo it on the screen. */
export const isActing = (client: QueryClient): boolean =>
  (under.get(client)?.count ?? 0) > 0 || client.isMutating({ mutationKey: stacksKey }) > 0;

function underWay(client: QueryClient): Under {
  const known = under.get(client) ?? { last: new Map(), count: 0 };
  under.set(client, known);
  return known;
}

/** The fields that a patch covers, as they were. */
const before = (task: Held, patch: Partial<Held>): Partial<Held> =>
  Object.fromEntries(
    Object.keys(patch).map((name) => [
      name,
      task[name as keyof Held] ?? (name === 'gone' ? false : null),
    ]),
  );

/** One field or two of the newest state: whoever was faster loses nothing else by it. */
async function change(now: Task, patch: Partial<Task>): Promise<Task> {
  const send = (task: Task) =>
    taskCalls.change(task.idTask, {
      ...fieldsOf({ ...task, ...patch }),
      version: task.version,
    });
  try {
    return await send(now);
  } catch (error) {
    const current = currentTask(error);
    if (!current) throw error;
    return send(current);
  }
}

/** What one click does with a task: seen at once, said with a way back, taken back where the server refuses. */
export function useTaskActs() {
  const client = useQueryClient();

  /** `after`: what it takes back. */
  function run(task: Task, act: Act, after?: Promise<Task | null>): Promise<Task | null> {
    const state = underWay(client);
    const earlier = state.last.get(task.idTask) ?? after ?? Promise.resolve(task);
    state.count += 1;
    void holdAnswers(client);
    patchTask(client, task.idTask, act.patch);
    const done: Promise<Task | null> = earlier.then(async (now) => {
      // What this takes back has not come about.
      if (!now) return null;
      try {
        const answer = await act.call(now);
        // What was clicked since is seen already.
        if (answer && state.last.get(task.idTask) === done) putTask(client, answer);
        return answer ?? now;
      } catch (error) {
        patchTask(client, task.idTask, before(task, act.patch));
        toast({ type: 'error', message: messageOf(error) });
        return null;
      }
    });
    state.last.set(task.idTask, done);
    void done.finally(() => {
      if (state.last.get(task.idTask) === done) state.last.delete(task.idTask);
      state.count -= 1;
      // Counts of others, what a repeating one has opened: asked for once, when nothing is under way any more.
      if (state.count === 0) void tasksAnew(client);
    });
    const { said, undo } = act;
    if (said) {
      toast({
        type: 'success',
        message: said,
        duration: UNDO_MS,
        ...(undo && {
          action: {
            label: texts.undo,
            run: () => void run({ ...task, ...act.patch }, undo, done),
          },
        }),
      });
    }
    return done;
  }

  /** To another day, at the same time, and back. */
  function moving(task: Task, day: string): Act & { undo: Act } {
    const { startDate, dueDate, dueAt, timeZone } = task;
    const then = { startDate, dueDate, dueAt, timeZone };
    const patch = dueOn(task, day);
    return {
      patch,
      call: (now) => change(now, patch),
      undo: { patch: then, call: (now) => change(now, then) },
    };
  }

  const status = (to: TaskStatus): Act => ({
    patch: { status: to },
    call: (now) => taskCalls.setStatus(now.idTask, to),
  });

  return {
    setStatus: (task: Task, to: TaskStatus) =>
      run(task, {
        ...status(to),
        said: texts.said.status[to](task.txTitle),
        undo: status(task.status),
      }),

    /** Done, or to do again. */
    tick: (task: Task) => {
      const to = isOpen(task) ? 'DONE' : 'TODO';
      run(task, {
        ...status(to),
        said: texts.said.status[to](task.txTitle),
        undo: status(task.status),
      });
    },

    check: (task: Task, item: number, done: boolean) =>
      run(task, {
        patch: {
          checklist: task.checklist.map((one) => (one.id === item ? { ...one, done } : one)),
        },
        call: (now) => taskCalls.check(now.idTask, item, done),
      }),

    /** Due on another day, at the same time. */
    moveTo: (task: Task, day: string) =>
      run(task, {
        ...moving(task, day),
        said: texts.said.moved(task.txTitle, dayWords(day, todayHere())),
      }),

    /** Several at once, with one way back for all. */
    moveAll: (tasks: readonly Task[], day: string) => {
      const moved = tasks.map((task) => {
        const { undo, ...act } = moving(task, day);
        const done = run(task, act);
        return () => run({ ...task, ...act.patch }, undo, done);
      });
      toast({
        type: 'success',
        message: texts.said.movedAll(tasks.length, dayWords(day, todayHere())),
        duration: UNDO_MS,
        action: {
          label: texts.undo,
          run: () => {
            for (const back of moved) void back();
          },
        },
      });
    },

    remove: (task: Task) =>
      run(task, {
        patch: { gone: true },
        call: async (now) => {
          await taskCalls.remove(now.idTask);
          return null;
        },
        said: texts.said.removed(task.txTitle),
        undo: { patch: { gone: false }, call: (now) => taskCalls.restore(now.idTask) },
      }),
  };
}

export type TaskActs = ReturnType<typeof useTaskActs>;
