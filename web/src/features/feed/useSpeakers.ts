import { useQuery } from '@tanstack/react-query';
import { myEntitiesQuery, useMe } from '@/features/accounts/api.ts';
import { mayActAs } from '@/features/context/index.ts';
import { useSignedIn } from '@/lib/session.ts';

/** In whose names I may write: my own, and those of organisations that I may act for. */
export function useSpeakers() {
  const me = useMe();
  const organisations = useQuery({ ...myEntitiesQuery, enabled: useSignedIn() }).data ?? [];
  return { me, organisations: organisations.filter(mayActAs) };
}
