import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { JUST_NOW_MS, SECOND_LOOK_MS } from '@/lib/catchUp.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { commentsKey, taskKey, tasksKey } from './api.ts';
import { isAnswered } from './cache.ts';
import type { TaskComments } from './types.ts';
import { isActing } from './useTaskActs.ts';

/** Everybody who looks asks at a moment of their own, and once of what is told within it. */
const ASK_WITHIN_MS = 1_000;

type Waiting = { all: boolean; tasks: Set<number> };
/** What is to be fetched anew, whichever part of the page has heard of it. */
const waiting = new WeakMap<QueryClient, Waiting>();

/** Lists, stacks, reminders; of single tasks those that were told of. */
const toldOf = ({ all, tasks }: Waiting) => ({
  queryKey: tasksKey,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
    all || queryKey[1] !== SINGLE || tasks.has(Number(queryKey[2])),
});
const [, SINGLE] = taskKey(0);

async function ask(client: QueryClient) {
  const told = waiting.get(client);
  if (!told) return;
  if (isActing(client)) {
    setTimeout(() => void ask(client), ASK_WITHIN_MS);
    return;
  }
  waiting.delete(client);
  // What is under way may have been answered before the change, and is not cut off either.
  const under = client.getQueryCache().findAll({ ...toldOf(told), fetchStatus: 'fetching' });
  await Promise.allSettled(under.map(({ promise }) => promise));
  // What has been clicked meanwhile asks for everything when it is answered.
  if (!isActing(client)) await client.invalidateQueries(toldOf(told));
}

/** `what`: a task, or all. */
function soon(client: QueryClient, what: number | 'all') {
  const told = waiting.get(client) ?? { all: false, tasks: new Set<number>() };
  if (!waiting.has(client)) setTimeout(() => void ask(client), Math.random() * ASK_WITHIN_MS);
  if (what === 'all') told.all = true;
  else told.tasks.add(what);
  waiting.set(client, told);
}

/** Who has been told that it is heard; what came just before that may lack something. */
const heard = new WeakSet<QueryClient>();

function lookAgain(client: QueryClient) {
  if (heard.has(client)) return;
  heard.add(client);
  setTimeout(() => soon(client, 'all'), SECOND_LOOK_MS);
}

/** That there are comments is told as a change of the task, with the version that it had. From then on their channel tells. */
function commentsMayHaveBegun(client: QueryClient, idTask: number) {
  const queryKey = commentsKey(idTask);
  if (client.getQueryData<TaskComments>(queryKey)?.begun === false)
    void client.invalidateQueries({ queryKey });
}

/**
 * What others, and oneself elsewhere, do with tasks that one made or is assigned is seen where they are shown. That one has
 * changed is told, not how: it is fetched with one's own rights.
 */
export function useTasksLive(): void {
  const client = useQueryClient();
  /** Since when it is shown; 0: the connection has been there since. */
  const since = useRef(Date.now());
  useSubscription<UserEvent>('/user/queue/notifications', {
    onMessage: (event) => {
      if (event.type === 'RESYNC') soon(client, 'all');
      if (event.type !== 'TASK_CHANGED') return;
      const { idTask, version } = event;
      commentsMayHaveBegun(client, idTask);
      if (!isAnswered(client, idTask, version)) soon(client, idTask);
    },
    onActive: () => {
      if (Date.now() - since.current < JUST_NOW_MS) lookAgain(client);
      else soon(client, 'all');
      since.current = 0;
    },
  });
}
