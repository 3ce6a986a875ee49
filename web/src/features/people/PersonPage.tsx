import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { ErrorState, LoadingState } from '@/components/states.tsx';
import { useSignedIn } from '@/lib/session.ts';
import { personById } from './api.ts';
import { NoSuchPerson } from './NoSuchPerson.tsx';
import { Person } from './Person.tsx';

/** /u/… and /person/…: by user name, or by id, which leads to the name. */
export default function PersonPage() {
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
