import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { stepsBackTo } from '@/lib/trail.ts';
import { CHAT_ROOT, channelPath, type Place, workspacePath } from '../paths.ts';

/** Closing a pane goes back to where it was opened from, so that Back does not open it again. */
export function useLeave() {
  const navigate = useNavigate();
  const leave = useCallback(
    (to: string, wanted: readonly string[], within: string) => {
      const back = stepsBackTo(
        (address) => wanted.includes(address),
        (address) => address.startsWith(within),
      );
      void (back > 0 ? navigate(-back) : navigate(to, { replace: true }));
    },
    [navigate],
  );
  return {
    /** What stands beside the channel, or over it on a phone. */
    toChannel: useCallback(
      (channel: Place) => {
        const path = channelPath(channel);
        leave(path, [path], `${path}/`);
      },
      [leave],
    ),
    toList: useCallback(
      (workspaceId: number) => {
        const path = workspacePath(workspaceId);
        leave(path, [path, CHAT_ROOT], `${CHAT_ROOT}/`);
      },
      [leave],
    ),
  };
}
