import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { UnreadCounts } from '@/api/types.ts';
import { itemsOf } from '@/area/pages.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { contactsKey } from '@/features/contacts/keys.ts';
import { useRefreshEntities } from '@/features/entities/api.ts';
import { moderationKey } from '@/features/moderation/keys.ts';
import { catchUpAfter } from '@/lib/catchUp.ts';
import { isOwnRead } from '@/lib/ownReads.ts';
import { useSignedIn } from '@/lib/session.ts';
import { dispatch, type Handlers } from '@/realtime/dispatch.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useRealtimeConnection, useSubscription } from '@/realtime/useRealtime.ts';
import { markRead, notificationCountQuery, notificationKeys, notificationsQuery } from './api.ts';
import { addNotification, type Loaded, markedRead } from './fold.ts';

const none: UnreadCounts = { messages: 0, chat: 0, contacts: 0, notifications: 0 };

/** Everything unread, for the shell's badges: polled, and kept fresh by the live connection. */
export function useUnreadTotals(): UnreadCounts {
  return useQuery({ ...unreadQuery, enabled: useSignedIn() }).data ?? none;
}

interface Context {
  setCount: (change: (count: number) => number) => void;
  setLoaded: (change: (held: Loaded) => Loaded) => void;
  setUnread: (counts: Partial<UnreadCounts>) => void;
  refresh: () => void;
  /** Who belongs where has changed, or somebody asks to. */
  refreshEntities: () => unknown;
  /** What is shown of contacts, and who is folded in the chat. */
  refreshContacts: () => unknown;
  /** What is shown of what waits for moderators: in one organisation, or anywhere. */
  refreshModeration: (idEntity?: number) => unknown;
}

const events: Handlers<UserEvent, Context> = {
  NOTIFICATION: ({ notification }, { setCount, setLoaded, refresh, refreshEntities }) => {
    setLoaded((held) => addNotification(held, notification));
    if (!notification.read) setCount((count) => count + 1);
    refresh();
    if (/^(APPLICATION|INVITATION|OWNERSHIP)_/.test(notification.type)) refreshEntities();
  },
  UNREAD: ({ type: _, ...counts }, { setUnread }) => setUnread(counts),
  // The number of unread conversations follows by itself (UNREAD).
  DIRECT_MESSAGE: () => {},
  CHANNEL_READ: (read, { refresh }) => {
    if (!isOwnRead(read)) refresh();
  },
  // Its entries have rung, and stay read.
  CHANNEL_UNREAD: () => {},
  DRAFT_CHANGED: () => {},
  SIDEBAR_CHANGED: () => {},
  THREAD_READ: () => {},
  MEMBERSHIP_CHANGED: (_, { refresh, refreshEntities }) => {
    refresh();
    refreshEntities();
  },
  CONTACTS_CHANGED: ({ count }, { setUnread, refreshContacts }) => {
    setUnread({ contacts: count });
    refreshContacts();
  },
  MODERATION_CHANGED: ({ entityId }, { refreshModeration }) => refreshModeration(entityId),
  FEED_POST: () => {},
  TASK_CHANGED: () => {},
  RESYNC: (_, { refresh, refreshContacts, refreshModeration }) => {
    refresh();
    refreshContacts();
    refreshModeration();
  },
};

/** Mounted once, by the bell: opens the live connection and hears what is for me. */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  const refreshEntities = useRefreshEntities();
  useRealtimeConnection();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: notificationKeys.count });
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
  };
  const context: Context = {
    refresh,
    refreshEntities,
    refreshContacts: () => client.invalidateQueries({ queryKey: contactsKey }),
    refreshModeration: (...place) =>
      client.invalidateQueries({ queryKey: [...moderationKey, ...place] }),
    setCount: (change) =>
      client.setQueryData<number>(notificationKeys.count, (held) => change(held ?? 0)),
    setLoaded: (change) =>
      client.setQueryData<Loaded>(notificationKeys.list, (held) => held && change(held)),
    setUnread: (counts) => {
      client.setQueryData<UnreadCounts>(
        unreadQuery.queryKey,
        (held) => held && { ...held, ...counts },
      );
      const { notifications } = counts;
      if (notifications !== undefined) client.setQueryData(notificationKeys.count, notifications);
    },
  };
  useSubscription<UserEvent>(signedIn ? '/user/queue/notifications' : null, {
    onMessage: (event) => dispatch(event, context, events),
    onPoll: refresh,
    // Just fetched, the counts are polled again before long.
    onActive: () => {
      for (const queryKey of [notificationKeys.count, unreadQuery.queryKey, contactsKey])
        if (catchUpAfter(client, queryKey, Date.now()) === 0)
          void client.invalidateQueries({ queryKey });
    },
  });
}

export function useNotificationCount(): number {
  return useQuery({ ...notificationCountQuery, enabled: useSignedIn() }).data ?? 0;
}

export function useNotificationList() {
  const client = useQueryClient();
  const query = useInfiniteQuery(notificationsQuery);

  const read = useCallback(
    async (what: { ids: number[] } | { all: true }) => {
      client.setQueryData<Loaded>(
        notificationKeys.list,
        (held) => held && markedRead(held, 'ids' in what ? what.ids : null),
      );
      try {
        client.setQueryData(notificationKeys.count, await markRead(what));
      } catch {
        // Not told: the next load shows them unread again, and nothing is lost.
        await client.invalidateQueries({ queryKey: ['notifications'] });
      }
      await client.invalidateQueries({ queryKey: unreadQuery.queryKey });
    },
    [client],
  );

  return { query, items: itemsOf(query.data), read };
}

/** '(3) Kalender': what a glance at the tab tells. Whoever sets the title next, the number stays. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const apply = () => {
      const bare = document.title.replace(/^\(\d+\+?\) /, '');
      const wanted = count > 0 ? `(${count > 99 ? '99+' : count}) ${bare}` : bare;
      if (document.title !== wanted) document.title = wanted;
    };
    apply();
    const title = document.querySelector('title');
    if (!title) return;
    const observer = new MutationObserver(apply);
    observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [count]);
}
