import { useMutation } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import { toast } from '@/components/toast.ts';
import { pushOwner } from '@/lib/pushOwner.ts';
import { clearSession } from '@/lib/session.ts';
import { shellTexts } from '@/texts/shell.ts';

/** The session's subscription ended with it; the browser gives its side back, where it had one. */
async function leavePush(): Promise<void> {
  if (pushOwner() === null) return;
  try {
    await (await import('@/features/push/device.ts')).leave();
  } catch (error) {
    console.warn('the browser is still subscribed to push messages', error);
  }
}

/** Ends the session and starts a whole new page, so that nothing of the person stays in memory. */
export function useLogout(): () => void {
  const { mutate } = useMutation({
    mutationFn: () => api.post<void>('/api/v1/auth/logout'),
    onSuccess: async () => {
      await leavePush();
      clearSession();
      window.location.assign('/');
    },
    onError: () => toast({ type: 'error', message: shellTexts.logoutFailed }),
  });
  return () => mutate();
}
