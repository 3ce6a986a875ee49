import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Notification } from '@/api/types.ts';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { EmptyState, ErrorState, LoadingState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { shortTime } from '@/features/chat/lib/time.ts';
import { Invitations } from '@/features/entities/components/Invitations.tsx';
import { notificationTexts } from '@/texts/chat.ts';
import classes from './NotificationList.module.css';
import { sentenceOf, targetOf } from './target.ts';
import { useNotificationList } from './useNotifications.ts';

/** The bell's panel and the page show the same: what waits for an answer, then the list. */
export function NotificationList({ onChosen }: { onChosen?: () => void }) {
  return (
    <>
      <Invitations />
      <Entries {...(onChosen ? { onChosen } : null)} />
    </>
  );
}

function Entries({ onChosen }: { onChosen?: () => void }) {
  const { query, items, read } = useNotificationList();
  if (query.isPending) return <LoadingState />;
  if (query.isError && items.length === 0) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (items.length === 0) {
    return (
      <EmptyState
        title={notificationTexts.title}
        text={notificationTexts.empty}
        icon={<IconBell size={28} />}
      />
    );
  }
  return (
    <>
      {items.some((one) => !one.read) && (
        <button type="button" className={classes.all} onClick={() => void read({ all: true })}>
          {notificationTexts.markAll}
        </button>
      )}
      <ul className={classes.list}>
        {items.map((one) => (
          <li key={one.id}>
            <Item
              one={one}
              onChosen={() => {
                if (!one.read) void read({ ids: [one.id] });
                onChosen?.();
              }}
            />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className={classes.all}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {notificationTexts.more}
        </button>
      )}
    </>
  );
}

function Item({ one, onChosen }: { one: Notification; onChosen: () => void }) {
  const { data: organisations } = useQuery(myEntitiesQuery);
  const target = targetOf(one, organisations);
  const content = (
    <>
      <Avatar name={one.actorName ?? notificationTexts.title} image={one.actorAvatar} size={32} />
      <span className={classes.texts}>
        <span>
          {sentenceOf(one)}
          {!one.read && <span className={hidden.spoken}>, {notificationTexts.unread}</span>}
        </span>
        {one.preview && <span className={classes.preview}>{one.preview}</span>}
        <time className={classes.time} dateTime={one.created}>
          {shortTime(one.created)}
        </time>
      </span>
      {!one.read && <span className={classes.dot} aria-hidden="true" />}
    </>
  );
  return target ? (
    <Link
      to={target}
      className={classes.item}
      data-unread={!one.read || undefined}
      onClick={onChosen}
    >
      {content}
    </Link>
  ) : (
    <button
      type="button"
      className={classes.item}
      data-unread={!one.read || undefined}
      onClick={onChosen}
    >
      {content}
    </button>
  );
}
