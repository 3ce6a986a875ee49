/** The list of conversations, fetched by pages and kept true by what is told live. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Channel } from '@/api/types.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { forgetOwnRead } from '@/lib/ownReads.ts';
import { dispatch, type Handlers } from '@/realtime/dispatch.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { fetchInbox, messageKeys, messagesApi } from './api.ts';
import {
  distrust,
  emptyInbox,
  foldInbox,
  type Inbox,
  type InboxEvent,
  mergeOne,
  mergePage,
} from './inbox.ts';
import type { Conversation } from './types.ts';

/** As often as the unread counts: who is online is not told live. */
const REFRESH_MS = 30_000;

const held = (client: QueryClient) => client.getQueryData<Inbox>(messageKeys.inbox) ?? emptyInbox;

export function useInbox(me: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: messageKeys.inbox,
    queryFn: async ({ signal }): Promise<Inbox> => {
      const page = await fetchInbox(null, signal);
      return mergePage(held(client), page, me, true);
    },
    structuralSharing: false,
    refetchInterval: REFRESH_MS,
  });
  const loadMore = useCallback(async () => {
    const { next } = held(client);
    if (!next) return;
    const page = await fetchInbox(next);
    client.setQueryData<Inbox>(
      messageKeys.inbox,
      (inbox) => inbox && mergePage(inbox, page, me, false),
    );
  }, [client, me]);
  return { query, loadMore };
}

/** A conversation that was opened or asked for by itself has its place in the list. */
export function keepConversation(client: QueryClient, conversation: Conversation, me: number) {
  client.setQueryData<Inbox>(messageKeys.inbox, (inbox = emptyInbox) => {
    const known = inbox.items.find((one) => one.id === conversation.id);
    const merged = mergeOne(known, conversation, me);
    const page = { content: [], hasMore: inbox.next !== null, next: inbox.next };
    const items = [...inbox.items.filter((one) => one.id !== merged.id), merged];
    return mergePage({ ...inbox, items }, page, me, false);
  });
}

export const foldInto = (client: QueryClient, event: InboxEvent, me: number) =>
  client.setQueryData<Inbox>(messageKeys.inbox, (inbox) => inbox && foldInbox(inbox, event, me));

interface Context {
  me: number;
  fold: (event: InboxEvent) => void;
  again: () => void;
  /** From where on the conversation that may be open is marked unread. */
  setMark: (channelId: number, unreadFrom: number | null) => void;
}

const events: Handlers<UserEvent, Context> = {
  DIRECT_MESSAGE: (event, { fold, setMark, me }) => {
    fold(event);
    const posted = event.change === 'CREATE' && !event.parentMessageId;
    if (posted && event.message.userId === me) setMark(event.channelId, null);
  },
  CHANNEL_READ: (event, { fold, setMark }) => {
    fold(event);
    setMark(event.channelId, null);
  },
  CHANNEL_UNREAD: (event, { fold, setMark }) => {
    forgetOwnRead(event.channelId);
    fold(event);
    setMark(event.channelId, event.unreadFrom);
  },
  // The chat hears it wherever it is open (ChatScope.tsx).
  DRAFT_CHANGED: () => {},
  SIDEBAR_CHANGED: () => {},
  MODERATION_CHANGED: () => {},
  FEED_POST: () => {},
  TASK_CHANGED: () => {},
  RESYNC: (_, { again }) => again(),
  NOTIFICATION: () => {},
  UNREAD: () => {},
  THREAD_READ: () => {},
  MEMBERSHIP_CHANGED: () => {},
  // Whether one may write to somebody stands in the conversation.
  CONTACTS_CHANGED: (_, { again }) => again(),
};

export function useInboxLive(me: number, heard: (event: UserEvent) => void): void {
  const client = useQueryClient();
  const again = () => {
    client.setQueryData<Inbox>(messageKeys.inbox, (inbox) => inbox && distrust(inbox));
    void client.invalidateQueries({ queryKey: messageKeys.inbox });
  };
  const setMark: Context['setMark'] = (id, unreadFrom) =>
    client.setQueryData<Channel>(
      messageKeys.channel(id),
      (held) => held && { ...held, member: { ...held.member, unreadFrom } },
    );
  useSubscription<UserEvent>('/user/queue/notifications', {
    onMessage: (event) => {
      dispatch(event, { me, fold: (one) => foldInto(client, one, me), again, setMark }, events);
      heard(event);
    },
    onActive: again,
    onPoll: again,
  });

  // What the events did not tell is asked for, one conversation at a time.
  const lacking = useQuery<Inbox>({ queryKey: messageKeys.inbox, enabled: false }).data?.items.find(
    (one) => one.lacks,
  )?.id;
  useEffect(() => {
    if (lacking === undefined) return;
    messagesApi.conversation(lacking).then(
      (conversation) => {
        keepConversation(client, conversation, me);
        void client.invalidateQueries({ queryKey: unreadQuery.queryKey });
      },
      // Asked again with the next page; until then what was told stands.
      () => {},
    );
  }, [client, lacking, me]);
}
