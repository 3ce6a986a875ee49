import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isAbsent, messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { administrationTexts } from '@/texts/administration.ts';
import { administrationKey } from './api.ts';

/** Tries something of an organisation again. Of two who do it at once the second is answered that it was done. */
export function useRetry(idEntity: number, call: () => Promise<void>, said: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => toast({ type: 'success', message: said }),
    onError: (error) =>
      toast({
        type: 'error',
        message: isAbsent(error) ? administrationTexts.gone : messageOf(error),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: administrationKey(idEntity) }),
  });
}
