import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { stackTexts as texts } from '@/texts/tasks.ts';
import { stackKey, stacksKey, taskCalls } from './api.ts';
import { movedTo, placeOf, rankAfter, type Step, without } from './order.ts';
import type { Task, WholeStack } from './types.ts';

const UNDO_MS = 8_000;

type Wish = { tasks: WholeStack['tasks']; call: () => Promise<WholeStack | undefined> };

/** What one does with the order of a stack: seen at once, asked for again where the server refuses. One call after the other. */
export function useStackActs(stack: WholeStack) {
  const client = useQueryClient();
  const { idTaskStack } = stack;
  const queryKey = stackKey(idTaskStack);
  const show = (tasks: WholeStack['tasks']) =>
    client.setQueryData<WholeStack>(
      queryKey,
      (held) => held && { ...held, tasks, count: tasks.length },
    );
  /** As it stands now: of two keys pressed at once the second goes on from where the first has led, drawn or not. */
  const tasksNow = () => client.getQueryData<WholeStack>(queryKey)?.tasks ?? stack.tasks;
  const { mutate: call } = useMutation({
    scope: { id: `task-stack-${idTaskStack}` },
    mutationFn: ({ call }: Wish) => call(),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => {
      // The last of several says how it stands.
      if (client.isMutating({ mutationKey: queryKey }) <= 1) {
        void client.invalidateQueries({ queryKey: stacksKey });
      }
    },
    mutationKey: queryKey,
  });
  const mutate = (wish: Wish) => {
    void client.cancelQueries({ queryKey });
    show(wish.tasks);
    call(wish);
  };
  const put = (idTask: number, tasks: WholeStack['tasks']) =>
    mutate({
      tasks,
      call: () => taskCalls.putOnStack(idTaskStack, idTask, placeOf(tasks, idTask)),
    });
  return {
    /** Answers the place, from 1, and of how many; null: the task is there already. */
    move: (idTask: number, step: Step): [place: number, of: number] | null => {
      const before = tasksNow();
      const rank = rankAfter(before, idTask, step);
      if (rank === null) return null;
      const tasks = movedTo(before, idTask, rank);
      mutate({
        tasks,
        call: () => taskCalls.moveOnStack(idTaskStack, idTask, placeOf(tasks, idTask)),
      });
      return [rank + 1, tasks.length];
    },
    add: (task: Task) => {
      const before = tasksNow();
      put(task.idTask, [...before, { ...task, position: before.length }]);
    },
    take: (task: WholeStack['tasks'][number]) => {
      const before = tasksNow();
      mutate({
        tasks: without(before, task.idTask),
        call: async () => {
          await taskCalls.takeOffStack(idTaskStack, task.idTask);
          return undefined;
        },
      });
      toast({
        type: 'success',
        message: texts.taken(task.txTitle),
        duration: UNDO_MS,
        action: { label: texts.undo, run: () => put(task.idTask, before) },
      });
    },
  };
}
