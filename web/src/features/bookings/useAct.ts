import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { bookedAnew, bookingCalls } from './api.ts';
import type { Act } from './types.ts';

type Wish = { id: number; act: Act; reason?: string; said: string };

/** Does something with a booking of others and says how it went; what stands then is asked for either way. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act, reason }: Wish) => bookingCalls.act(id, act, reason ? { reason } : {}),
    onSuccess: (_, { said }) => toast({ type: 'success', message: said }),
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => bookedAnew(client),
  });
}
