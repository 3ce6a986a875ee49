import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { type Toast, toast } from '@/components/toast.ts';
import { vacationAnew, vacationCalls } from './api.ts';
import type { Act, Reservation } from './types.ts';

type Wish = {
  reservation: Reservation;
  act: Act;
  /** What is said when it is done, and what can still be done about it. */
  said: (done: Reservation) => Pick<Toast, 'message' | 'action'>;
};

const UNDO_MS = 10_000;

/** Does something with a period and says how it went; what stands then is asked for either way. */
export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ reservation: { idVacationPlanReservation, version }, act }: Wish) =>
      vacationCalls.act(idVacationPlanReservation, act, { version }),
    onSuccess: (done, { said }) => {
      const words = said(done);
      toast({ type: 'success', ...words, ...(words.action && { duration: UNDO_MS }) });
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: () => vacationAnew(client),
  });
}
