import { Button } from '@mantine/core';
import { IconCheck, IconEye, IconUserMinus, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { User } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Card } from '@/components/Card.tsx';
import { Toggle } from '@/components/choices.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { EmptyState } from '@/components/states.tsx';
import { meQuery } from '@/features/accounts/api.ts';
import { useChosen } from '@/hooks/useChosen.ts';
import { dateOf } from '@/lib/dates.ts';
import { contactsFailed, personActionTexts, contactsTexts as texts } from '@/texts/contacts.ts';
import { followersTexts } from '@/texts/followers.ts';
import { followersQuery, followingQuery, followRequestsQuery } from '../api.ts';
import { distinct } from '../lists.ts';
import type { Followed } from '../types.ts';
import { calls, useContactCall } from '../useContactCall.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';
import { NextActions } from './StatusButton.tsx';

/** Whom I follow, who follows me and who asks to, and whether they have to ask. */
export default function FollowingList() {
  const waiting = distinct(useInfiniteQuery(followRequestsQuery).data, ({ user }) => user.id);
  return (
    <>
      {waiting.length > 0 && (
        <Follows id="followRequests" query={followRequestsQuery} row={Asking} empty={null} />
      )}
      <Follows
        id="followers"
        query={followersQuery}
        row={Follower}
        empty={
          <p className={classes.note} role="status">
            {followersTexts.noFollowers}
          </p>
        }
      />
      <Follows
        id="following"
        query={followingQuery}
        row={Following}
        empty={<EmptyState {...texts.empty.following} icon={<IconEye size={28} stroke={1.5} />} />}
      />
      <FollowerSettings />
    </>
  );
}

type FollowsProps = {
  id: 'followRequests' | 'followers' | 'following';
  query: typeof followersQuery;
  row: (props: { followed: Followed }) => ReactNode;
  empty: ReactNode;
};

function Follows({ id, query: asked, row: Row, empty }: FollowsProps) {
  const query = useInfiniteQuery(asked);
  return (
    <Card id={id} title={followersTexts[id]}>
      <PagedList
        query={query}
        items={distinct(query.data, ({ user }) => user.id)}
        keyOf={({ user }) => user.id}
        label={followersTexts[id]}
        {...(id === 'following' && { failed: contactsFailed.following })}
        className={classes.plainRows}
        rowClassName={classes.row}
        empty={empty}
        row={(followed) => <Row followed={followed} />}
      />
    </Card>
  );
}

function Following({ followed: { user, created } }: { followed: Followed }) {
  const { more } = usePersonActions(user, {
    userId: user.id,
    status: 'follower',
    canRequest: false,
    isFollowing: true,
  });
  return (
    <PersonLine
      person={user}
      facts={texts.followedSince(dateOf(created))}
      controls={<NextActions actions={more.filter((one) => one.id === 'unfollow')} />}
    />
  );
}

function Follower({ followed: { user, created } }: { followed: Followed }) {
  const remove = useContactCall(calls.removeFollower);
  return (
    <PersonLine
      person={user}
      facts={texts.followedSince(dateOf(created))}
      controls={
        <Button
          variant="default"
          leftSection={<IconUserMinus size={18} stroke={1.75} aria-hidden="true" />}
          aria-label={personActionTexts.named(followersTexts.removeFollower, user.displayName)}
          loading={remove.isPending}
          onClick={() => remove.mutate(user.id)}
        >
          {followersTexts.removeFollower}
        </Button>
      }
    />
  );
}

function Asking({ followed: { user, created } }: { followed: Followed }) {
  const approve = useContactCall(calls.approveFollower);
  const reject = useContactCall(calls.rejectFollower);
  return (
    <PersonLine
      person={user}
      facts={texts.came(dateOf(created))}
      controls={
        <>
          <Button
            leftSection={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}
            aria-label={personActionTexts.named(followersTexts.approveFollower, user.displayName)}
            loading={approve.isPending}
            onClick={() => approve.mutate(user.id)}
          >
            {followersTexts.approveFollower}
          </Button>
          <Button
            variant="default"
            leftSection={<IconX size={18} stroke={1.75} aria-hidden="true" />}
            aria-label={personActionTexts.named(followersTexts.rejectFollower, user.displayName)}
            loading={reject.isPending}
            onClick={() => reject.mutate(user.id)}
          >
            {followersTexts.rejectFollower}
          </Button>
        </>
      }
    />
  );
}

/** Whether who wants to follow me asks first. */
function FollowerSettings() {
  const client = useQueryClient();
  const me = useQuery(meQuery).data;
  const save = useMutation({
    mutationFn: (approveFollowers: boolean) => api.patch<User>('/api/v1/me', { approveFollowers }),
    onSuccess: (user) => client.setQueryData(meQuery.queryKey, user),
  });
  const [chosen, choose] = useChosen(save);
  if (!me) return null;
  return (
    <Card id="follower-settings" title={followersTexts.whoMayFollow}>
      <FormAlert message={save.error ? messageOf(save.error) : null} />
      <Toggle
        label={followersTexts.approveFollowers}
        hint={followersTexts.approveFollowersHint}
        checked={chosen ?? me.approveFollowers}
        onChange={choose}
      />
    </Card>
  );
}
