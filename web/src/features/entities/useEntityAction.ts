import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { useRefreshEntities } from './api.ts';

/**
 * A change to an organisation or to somebody's place in it, by one button. Refreshes also
 * after a failure: it may mean that somebody else was first.
 */
export function useEntityAction<Input, Result>(
  call: (input: Input) => Promise<Result>,
  done?: (result: Result, input: Input) => string | null,
) {
  return useMutation({
    mutationFn: call,
    onSuccess: (result, input) => {
      const message = done?.(result, input);
      if (message) toast({ type: 'success', message });
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: useRefreshEntities(),
  });
}
