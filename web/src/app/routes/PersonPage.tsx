import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { personById } from '@/features/people/api.ts';
import { NoSuchPerson } from '@/features/people/NoSuchPerson.tsx';
import { Person } from '@/features/people/Person.tsx';
import { useSignedIn } from '@/lib/session.ts';

/** /u/… and /person/…: by user name, or by id, which leads to the name. */
export function PersonPage() {
  const { userName = '' } = useParams();
  if (/^\d+$/.test(userName)) return <ById id={Number(userName)} />;
  return <Person userName={userName} missing={<NoSuchPerson />} />;
}

function ById({ id }: { id: number }) {
  const signedIn = useSignedIn();
  const { data, error, refetch } = useQuery({ ...personById(id), enabled: signedIn });
  if (data) return <Navigate replace to={`/u/${data.slug}`} />;
  if (data === null || !signedIn) return <NoSuchPerson />;
  if (error) return <ErrorState page error={error} onRetry={refetch} />;
  return <LoadingState />;
}
