import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { Confirm } from '@/components/Dialog.tsx';
import { toast } from '@/components/toast.ts';

type ConfirmCallProps<T> = {
  title: string;
  text: string;
  action: string;
  danger?: boolean;
  call: () => Promise<T>;
  /** What is said when it is done. */
  said: string;
  onDone: (result: T) => void;
  onClose: () => void;
};

/** Asks, calls, and says how it went: for what one click does not take back. */
export function ConfirmCall<T>({ call, said, onDone, onClose, ...question }: ConfirmCallProps<T>) {
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: (result) => {
      onDone(result);
      toast({ type: 'success', message: said });
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: onClose,
  });
  return <Confirm {...question} pending={isPending} onConfirm={() => mutate()} onClose={onClose} />;
}
