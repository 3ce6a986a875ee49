import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { dateOf } from '@/lib/dates.ts';
import { contactsFailed, contactsTexts as texts } from '@/texts/contacts.ts';
import { blockedQuery } from '../keys.ts';
import type { Blocked } from '../types.ts';
import { usePersonActions } from '../usePersonActions.tsx';
import classes from './contacts.module.css';
import { PersonLine } from './PersonLine.tsx';
import { NextActions } from './StatusButton.tsx';

/** It is fetched as a whole: the chat needs all of it. */
const whole = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };

export default function BlockedList() {
  const query = useQuery(blockedQuery);
  return (
    <PagedList
      query={{ ...query, ...whole }}
      items={query.data ?? []}
      keyOf={({ blockId }) => blockId}
      label={texts.tabs.blocked}
      failed={contactsFailed.blocked}
      className={classes.rows}
      rowClassName={classes.row}
      empty={
        <div className={classes.card}>
          <EmptyState {...texts.empty.blocked} icon={<IconBan size={28} stroke={1.5} />} />
        </div>
      }
      row={(blocked) => <Row blocked={blocked} />}
    />
  );
}

function Row({ blocked: { user, blockId, created } }: { blocked: Blocked }) {
  const { next } = usePersonActions(user, {
    userId: user.id,
    status: 'blocked',
    canRequest: false,
    isFollowing: false,
    blockId,
  });
  return (
    <PersonLine
      person={user}
      facts={texts.blockedSince(dateOf(created))}
      controls={<NextActions actions={next} />}
    />
  );
}
