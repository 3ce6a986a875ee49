/** A change of a task, put wherever it is held. */
import type { QueryClient } from '@tanstack/react-query';
import { type ListWish, listsKey, stacksKey, taskKey, tasksKey } from './api.ts';
import { applied, type Held, type Pages, patched } from './fold.ts';
import type { Task, WholeStack } from './types.ts';

const ONE_STACK = [...stacksKey, 'one'] as const;

function eachStack(client: QueryClient, idTask: number, change: (task: Task) => Task) {
  client.setQueriesData<WholeStack>({ queryKey: ONE_STACK }, (stack) =>
    stack?.tasks.some((one) => one.idTask === idTask)
      ? {
          ...stack,
          tasks: stack.tasks.map((one) =>
            one.idTask === idTask ? { ...one, ...change(one) } : one,
          ),
        }
      : stack,
  );
}

/** By task, the version that an answer to something done here has had. */
const answered = new WeakMap<QueryClient, Map<number, number>>();

/** Whether a version has been seen here, as the answer to what was done. */
export const isAnswered = (client: QueryClient, idTask: number, version: number): boolean =>
  (answered.get(client)?.get(idTask) ?? 0) >= version;

/** What the server has answered when something was done with it. */
export function putTask(client: QueryClient, task: Task): void {
  const versions = answered.get(client) ?? new Map<number, number>();
  answered.set(client, versions.set(task.idTask, task.version));
  client.setQueryData<Task>(taskKey(task.idTask), (held) =>
    held && held.version > task.version ? held : task,
  );
  for (const [queryKey, pages] of client.getQueriesData<Pages>({ queryKey: listsKey })) {
    const wish = queryKey.at(-1) as ListWish;
    if (pages) client.setQueryData(queryKey, applied(pages, wish, task));
  }
  eachStack(client, task.idTask, (one) => (one.version <= task.version ? task : one));
}

/** What a click does, before the server has answered; or that it did not come about. */
export function patchTask(client: QueryClient, idTask: number, patch: Partial<Held>): void {
  client.setQueryData<Held>(taskKey(idTask), (held) => held && { ...held, ...patch });
  client.setQueriesData<Pages>(
    { queryKey: listsKey },
    (pages) => pages && patched(pages, idTask, patch),
  );
  eachStack(client, idTask, (one) => ({ ...one, ...patch }));
}

/** Answers on their way would undo a click; those that have never come are waited for. */
export const holdAnswers = (client: QueryClient): Promise<void> =>
  client.cancelQueries({
    queryKey: tasksKey,
    predicate: ({ state }) => state.data !== undefined,
  });

export const tasksAnew = (client: QueryClient) => client.invalidateQueries({ queryKey: tasksKey });
