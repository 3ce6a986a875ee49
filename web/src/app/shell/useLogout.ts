import { useMutation } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import { toast } from '@/components/toast.ts';
import { clearSession } from '@/lib/session.ts';
import { shellTexts } from '@/texts/shell.ts';

/** Ends the session and starts a whole new page, so that nothing of the person stays in memory. */
export function useLogout(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => api.post<void>('/api/v1/auth/logout'),
    onSuccess: () => {
      clearSession();
      window.location.assign('/');
    },
    onError: () => toast({ type: 'error', message: shellTexts.logoutFailed }),
  });
  return () => mutate();
}
