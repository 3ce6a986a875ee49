import { Button } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { personQuery } from '@/features/people/api.ts';
import { PersonView } from '@/features/people/PersonView.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { pictureOf } from '@/lib/picture.ts';
import { peopleTexts } from '@/texts/people.ts';

/** /u/… and /person/…, by user name or id. */
export function PersonPage() {
  const { userName = '' } = useParams();
  const me = useMe();
  const self = me?.userName === userName || String(me?.idUser) === userName;
  const { data, error, refetch } = useQuery({ ...personQuery(userName), enabled: !self });

  if (self && me) {
    const { displayName: name, profileImage: image } = me;
    return <PersonView self person={{ name, userName: me.userName, image }} />;
  }
  if (error && data === undefined) return <ErrorState page error={error} onRetry={refetch} />;
  if (data === undefined) return <LoadingState />;
  if (data?.type !== 'user') return <NoSuchPerson />;
  const { name, slug, imageId } = data;
  return (
    <PersonView self={false} person={{ name, userName: slug, image: pictureOf('user', imageId) }} />
  );
}

function NoSuchPerson() {
  usePageTitle(peopleTexts.notFoundTitle);
  return (
    <EmptyState
      page
      title={peopleTexts.notFoundTitle}
      text={peopleTexts.notFound}
      icon={<IconUserQuestion size={28} stroke={1.5} />}
    >
      <Button component={Link} to="/search?types=person">
        {peopleTexts.search}
      </Button>
      <Button component={Link} to="/" variant="default">
        {peopleTexts.home}
      </Button>
    </EmptyState>
  );
}
