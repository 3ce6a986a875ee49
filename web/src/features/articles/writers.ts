import { useQuery } from '@tanstack/react-query';
import type { Membership } from '@/api/types.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { useSignedIn } from '@/lib/session.ts';

const WRITERS = ['OWNER', 'ADMINISTRATOR', 'EDITOR'];

/** The organisations in whose names somebody may write articles. */
export const writersOf = (organisations: readonly Membership[]): Membership[] =>
  organisations.filter(({ txRelationType }) => WRITERS.includes(txRelationType));

/** Mine; undefined while they are not known. */
export function useWriters(): Membership[] | undefined {
  const { data } = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() });
  return data && writersOf(data);
}
