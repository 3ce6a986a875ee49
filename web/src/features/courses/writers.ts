import { useQuery } from '@tanstack/react-query';
import type { Membership } from '@/api/types.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useSignedIn } from '@/lib/session.ts';

const WRITERS = ['OWNER', 'ADMINISTRATOR', 'EDITOR', 'TEACHER', 'LEADER'];

/** The organisations for which I may write courses; undefined while they are not known. */
export function useWriters(): Membership[] | undefined {
  const { data } = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() });
  return data?.filter(({ txRelationType }) => WRITERS.includes(txRelationType));
}
