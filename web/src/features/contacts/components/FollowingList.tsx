import { IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { dateOf } from '@/lib/dates.ts';
import { contactsTexts as texts } from '@/texts/contacts.ts';
import { followingQuery } from '../api.ts';
import { distinct } from '../lists.ts';
import type { Followed } from '../types.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';
import { NextActions } from './StatusButton.tsx';

export default function FollowingList() {
  const query = useInfiniteQuery(followingQuery);
  return (
    <PagedList
      query={query}
      items={distinct(query.data, ({ user }) => user.id)}
      keyOf={({ user }) => user.id}
      label={texts.tabs.following}
      className={classes.rows}
      rowClassName={classes.row}
      empty={
        <div className={classes.card}>
          <EmptyState {...texts.empty.following} icon={<IconEye size={28} stroke={1.5} />} />
        </div>
      }
      row={(followed) => <Row followed={followed} />}
    />
  );
}

function Row({ followed: { user, created } }: { followed: Followed }) {
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
