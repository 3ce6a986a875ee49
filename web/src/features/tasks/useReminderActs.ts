import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { reminderTexts as texts } from '@/texts/tasksPage.ts';
import { remindersKey, taskCalls } from './api.ts';
import type { Reminder } from './types.ts';

const HOUR_MS = 3_600_000;

type Wish = { call: () => Promise<unknown>; said: string };

/** What one does with a reminder of one's own; how it stands then is asked for either way. */
export function useReminderActs() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ call }: Wish) => call(),
    onSuccess: (_, { said }) => toast({ type: 'success', message: said }),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: remindersKey }),
  });
  return {
    acknowledge: ({ idTaskReminder }: Reminder) =>
      mutate({
        call: () => taskCalls.acknowledge(idTaskReminder),
        said: texts.acknowledged,
      }),
    /** Once more in an hour. */
    snooze: ({ idTaskReminder }: Reminder, now: number) =>
      mutate({
        call: () => taskCalls.snooze(idTaskReminder, now + HOUR_MS),
        said: texts.snoozed,
      }),
    remove: ({ idTaskReminder }: Reminder) =>
      mutate({ call: () => taskCalls.removeReminder(idTaskReminder), said: texts.removed }),
  };
}
