import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { profileQuery } from './api.ts';
import { PersonView } from './PersonView.tsx';

/** A person's page by user name, or what stands there when there is nobody to be seen. */
export function Person({ userName, missing }: { userName: string; missing: ReactNode }) {
  const me = useMe();
  const { data, error, refetch } = useQuery(profileQuery(userName));
  // One always sees oneself.
  if (me?.userName === userName) {
    const { text = null, emoji = null } = me.status ?? {};
    const person = { ...me, municipality: null, statusText: text, statusEmoji: emoji };
    return <PersonView person={person} self />;
  }
  if (data) return <PersonView person={data} self={false} />;
  if (data === null) return missing;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}
