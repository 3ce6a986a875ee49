import { useQuery } from '@tanstack/react-query';
import { meQuery, myEntitiesQuery } from '@/features/accounts/api.ts';
import { useSignedIn } from '@/lib/session.ts';
import { useFactsKnown } from './store.ts';

/**
 * Whether it is known in whose name one acts: an organisation's address brings a bar above its
 * page, and a page that is shown before that would jump. What cannot be asked is not waited for.
 */
export function useContextKnown(): boolean {
  const signedIn = useSignedIn();
  const me = useQuery({ ...meQuery, enabled: signedIn });
  const organisations = useQuery({ ...myEntitiesQuery, enabled: signedIn });
  const failed = [me, organisations].some((one) => one.failureCount > 0);
  return useFactsKnown() || failed || !signedIn;
}
