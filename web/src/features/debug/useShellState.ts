import { useQuery } from '@tanstack/react-query';
import { meQuery, unreadQuery } from '@/features/accounts/api.ts';
import { useContextState } from '@/features/context/index.ts';
import { revision } from '@/lib/operator.ts';
import { useSignedIn } from '@/lib/session.ts';

/** The year whose values stand here until there are events. */
const YEAR = 2024;

/** Only outside production: what the shell holds now, by the specification's names. */
export function useShellState() {
  const enabled = useSignedIn();
  const { data: me } = useQuery({ ...meQuery, enabled });
  const { data: unread } = useQuery({ ...unreadQuery, enabled });
  const context = useContextState();
  return {
    event: { year: YEAR, events: [] },
    user: { me, unread },
    base: { context, revision, online: navigator.onLine },
  };
}
