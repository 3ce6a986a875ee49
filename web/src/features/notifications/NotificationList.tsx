import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Notification } from '@/api/types.ts';
import { PagedList } from '@/area/PagedList.tsx';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { EmptyState } from '@/components/states.tsx';
import { Invitations } from '@/features/entities/index.ts';
import { shortTime } from '@/lib/times.ts';
import { notificationTexts } from '@/texts/notifications.ts';
import classes from './NotificationList.module.css';
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
  return (
    <>
      {items.some((one) => !one.read) && (
        <button type="button" className={classes.all} onClick={() => void read({ all: true })}>
          {notificationTexts.markAll}
        </button>
      )}
      <PagedList
        query={query}
        items={items}
        keyOf={({ id }) => id}
        className={classes.list}
        empty={
          <EmptyState
            title={notificationTexts.title}
            text={notificationTexts.empty}
            icon={<IconBell size={28} />}
          />
        }
        row={(one) => (
          <Item
            one={one}
            onChosen={() => {
              if (!one.read) void read({ ids: [one.id] });
              onChosen?.();
            }}
          />
        )}
      />
    </>
  );
}

function Item({ one, onChosen }: { one: Notification; onChosen: () => void }) {
  const content = (
    <>
      <Avatar name={one.actorName ?? notificationTexts.title} image={one.actorAvatar} size={32} />
      <span className={classes.texts}>
        <span>
          {one.title}
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
  return one.path ? (
    <Link
      to={one.path}
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
