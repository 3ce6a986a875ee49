/** What the live connection changes in the chat's cache: a workspace's list and the open channel. */
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Channel, MyThreads, Pin } from '@/api/types.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { blockedQuery } from '@/features/contacts/keys.ts';
import { tellStatus } from '@/features/status/index.ts';
import { catchUpAfter } from '@/lib/catchUp.ts';
import { forgetOwnRead, isOwnRead } from '@/lib/ownReads.ts';
import { getPreferences } from '@/lib/preferences.ts';
import { realtime } from '@/realtime/connection.ts';
import { dispatch, type Handlers } from '@/realtime/dispatch.ts';
import type { LiveNotification, PresenceEvent, TypingEvent, UserEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { ChannelFeed } from './feed.ts';
import { endings } from './lib/endings.ts';
import { type Happening, soundFor } from './lib/sounds.ts';
import {
  archivedNow,
  chatKeys,
  foldPresence,
  patchChannel,
  patchMembership,
  patchUnread,
  presenceChanges,
} from './queries.ts';
import { type ChatSession, useChatSession } from './session.ts';
import { sidebarTold } from './sidebar.ts';

const REFRESH_AFTER_MS = 500;
const channelTopic = (id: number) => `/topic/chat/channel/${id}`;
const PENDING = ['chat', 'pending'] as const;

/** Hears one workspace: unread marks, sounds, channels coming and going, typing, presence. */
export function useWorkspaceLive(workspaceId: number | null, openChannelId: number | null): void {
  const session = useChatSession();
  const client = useQueryClient();
  const topic = workspaceId === null ? null : `/topic/workspace/${workspaceId}`;
  const refresh = useRefresh(client);

  useSubscription<LiveNotification>(topic && `${topic}/notifications`, {
    onMessage: (event) => {
      if (workspaceId === null) return;
      const hearing = { session, client, workspaceId, openChannelId, refresh };
      dispatch(event, hearing, workspaceEvents, messageArrived);
    },
    onActive: () => {
      if (workspaceId === null) return;
      for (const key of [
        chatKeys.channels(workspaceId),
        chatKeys.unread(workspaceId),
        chatKeys.sidebar,
        PENDING,
      ])
        refresh(key, catchUpAfter(client, key, Date.now()));
      session.outbox.retryUnreachable();
    },
    onPoll: () => {
      if (workspaceId !== null) refresh(chatKeys.unread(workspaceId));
      session.outbox.retryUnreachable();
    },
  });

  useSubscription<TypingEvent>(topic && `${topic}/typing`, {
    onMessage: (event) => {
      if (event.userId === session.me.idUser) return;
      const burstBegins = session.typing.sign(event);
      if (
        event.channelId === openChannelId &&
        workspaceId !== null &&
        !isBlocked(client, event.userId)
      ) {
        const channel = channelOf(client, workspaceId, event.channelId);
        play(session, channel, {
          kind: 'typing',
          own: false,
          mentionsMe: false,
          watching: isWatching(),
          burstBegins,
        });
      }
    },
  });

  useSubscription<PresenceEvent>(topic && `${topic}/presence`, {
    onMessage: (event) => {
      if (workspaceId === null) return;
      if ('type' in event && event.type === 'STATUS_CHANGED') tellStatus(event.userId, event);
      client.setQueryData<ReadonlySet<number>>(chatKeys.presence(workspaceId), (held) =>
        held ? foldPresence(held, presenceChanges(event)) : held,
      );
    },
    onActive: () => {
      if (workspaceId === null) return;
      const key = chatKeys.presence(workspaceId);
      refresh(key, catchUpAfter(client, key, Date.now()));
    },
  });

  useSubscription<UserEvent>('/user/queue/notifications', {
    onMessage: (event) => {
      if (workspaceId !== null) dispatch(event, { client, workspaceId, refresh }, personalEvents);
    },
  });

  useEffect(() => {
    const { typing } = session;
    return () => {
      if (workspaceId !== null) typing.clear();
    };
  }, [session, workspaceId]);
}

/** Keeps the open channel's timeline and threads true. Returns why it may not be heard, if so. */
export function useChannelLive(channelId: number, loaded: boolean): string | null {
  const session = useChatSession();
  const client = useQueryClient();
  const [active, setActive] = useState(0);
  const [denied, setDenied] = useState<string | null>(null);
  const refresh = useRefresh(client);

  useEffect(() => {
    const feed = new ChannelFeed(client, channelId, session.me.idUser);
    session.feed = feed;
    setDenied(null);
    return () => {
      feed.close();
      if (session.feed === feed) session.feed = null;
    };
  }, [client, channelId, session]);

  useSubscription<LiveNotification>(channelTopic(channelId), {
    onMessage: (event) => {
      if (event.type === 'TYPING') {
        signTyping(session, event);
        return;
      }
      // In conversations no workspace's topic tells that what they wrote is here.
      if (event.type === 'MESSAGE_CREATE') session.typing.wrote(event.channelId, event.senderId);
      if (event.clientMessageId && event.senderId === session.me.idUser) {
        const { clientMessageId } = event;
        session.feed?.receive(event);
        // The echo settles it, should the answer be lost; after the fold, so that the row never blinks.
        setTimeout(() => session.outbox.remove(clientMessageId), 200);
        return;
      }
      session.feed?.receive(event);
      if (concernsPins(client, event)) refresh(chatKeys.pins(channelId));
    },
    onActive: () => {
      refresh(chatKeys.pins(channelId), catchUpAfter(client, chatKeys.pins(channelId), Date.now()));
      setDenied(null);
      setActive((count) => count + 1);
    },
    onDenied: (message, how) => {
      endings.set(channelId, how);
      setDenied(message);
    },
    onPoll: () => void session.feed?.recover(),
  });

  useEffect(() => {
    if (loaded && active > 0) void session.feed?.recover();
  }, [session, loaded, active]);

  return denied;
}

/** Whether what is pinned in the channel looks otherwise after this; the pins themselves are asked for while they are shown. */
function concernsPins(client: QueryClient, { channelId, messageId, pinned }: LiveNotification) {
  const held = client.getQueryData<readonly Pin[]>(chatKeys.pins(channelId));
  return held !== undefined && (pinned || held.some((one) => one.message.id === messageId));
}

/** In conversations it comes on their own topic. */
function signTyping({ typing, me }: ChatSession, event: LiveNotification) {
  if (!event.userId || event.userId === me.idUser) return;
  typing.sign({
    channelId: event.channelId,
    userId: event.userId,
    userName: event.senderName,
    isTyping: event.isTyping === true,
    timestamp: event.timestamp,
    ...(event.parentMessageId ? { parentMessageId: event.parentMessageId } : null),
  });
}

interface Hearing {
  session: ChatSession;
  client: QueryClient;
  workspaceId: number;
  openChannelId: number | null;
  refresh: (key: readonly unknown[]) => void;
}

const nothing = () => {};

const pendingChanged = (event: LiveNotification, { refresh }: Hearing) =>
  refresh(chatKeys.pending(event.channelId));

const workspaceEvents: Handlers<LiveNotification, Hearing> = {
  MESSAGE_CREATE: messageArrived,
  NEW_MESSAGE: messageArrived,
  // A new text of it may have waited.
  MESSAGE_UPDATE: pendingChanged,
  MESSAGE_DELETE: (event, hearing) => {
    if (event.visible === false) pendingChanged(event, hearing);
  },
  MESSAGE_DELETED: nothing,
  MESSAGE_APPROVED: (event, hearing) => {
    pendingChanged(event, hearing);
    messageArrived(event, hearing);
  },
  MESSAGE_PENDING: pendingChanged,
  MESSAGE_REACTION: nothing,
  CHANNEL_CREATED: (_, { refresh, workspaceId }) => refresh(chatKeys.channels(workspaceId)),
  CHANNEL_UPDATED: (event, { client, refresh, workspaceId }) => {
    if (event.channel) patchChannel(client, workspaceId, event.channelId, event.channel);
    // Rights may follow from the settings, and only the server reckons them.
    refresh(chatKeys.channels(workspaceId));
  },
  CHANNEL_ARCHIVED: (event, { client, refresh, workspaceId }) => {
    endings.set(event.channelId, event);
    archivedNow(client, workspaceId, event.channelId);
    refresh(chatKeys.archived(workspaceId));
  },
  CHANNEL_READ: (event, { client, workspaceId }) => {
    const { channelId, lastReadMessageId } = event;
    if (lastReadMessageId) readElsewhere(client, workspaceId, { channelId, lastReadMessageId });
  },
  MEMBER_CHANGED: (event, { refresh, workspaceId, session }) => {
    refresh(['chat', 'members', event.channelId]);
    if (event.userId === session.me.idUser) refresh(chatKeys.channels(workspaceId));
  },
  // Channels tell it on a topic of their own.
  TYPING: nothing,
  WORKSPACE_UPDATED: (_, { refresh }) => refresh(chatKeys.workspaces),
  CHANNEL_DIGEST: digestCame,
  RESYNC: (_, { workspaceId, refresh }) => resync(workspaceId, refresh),
};

const personalEvents: Handlers<UserEvent, Pick<Hearing, 'client' | 'workspaceId' | 'refresh'>> = {
  // A mention counts where the server says so: @channel and notify levels are its to judge.
  NOTIFICATION: ({ notification }, { workspaceId, refresh }) => {
    if (notification.workspaceId === workspaceId) refresh(chatKeys.unread(workspaceId));
  },
  UNREAD: nothing,
  DIRECT_MESSAGE: nothing,
  CHANNEL_READ: (read, { client, workspaceId }) => readElsewhere(client, workspaceId, read),
  CHANNEL_UNREAD: (unread, { client, refresh }) => {
    unreadAgain(client, unread);
    // How many mentions count again, the server knows.
    refresh(chatKeys.unread(unread.workspaceId));
    refresh(unreadQuery.queryKey);
  },
  // Heard by the scope that channels and conversations share.
  DRAFT_CHANGED: nothing,
  SIDEBAR_CHANGED: ({ sidebar }, { client }) => sidebarTold(client, sidebar),
  THREAD_READ: (read, { workspaceId, refresh }) => {
    if (read.workspaceId === workspaceId) refresh(chatKeys.unread(workspaceId));
  },
  MEMBERSHIP_CHANGED: (_, { workspaceId, refresh }) => {
    refresh(chatKeys.workspaces);
    refresh(chatKeys.channels(workspaceId));
  },
  CONTACTS_CHANGED: nothing,
  MODERATION_CHANGED: nothing,
  FEED_POST: nothing,
  TASK_CHANGED: nothing,
  RESYNC: (_, { workspaceId, refresh }) => resync(workspaceId, refresh),
};

function messageArrived(event: LiveNotification, hearing: Hearing) {
  const { session, client, workspaceId, refresh } = hearing;
  const me = session.me.idUser;
  session.typing.wrote(event.channelId, event.senderId);
  if (event.senderId === me && event.messageId && !event.parentMessageId) posted(client, event);
  // It was one of those that were to be sent later (its name is the server's).
  if (event.clientMessageId?.startsWith('scheduled-')) refresh(chatKeys.scheduled);
  if (event.parentMessageId && listsThread(client, event.parentMessageId)) {
    refresh(chatKeys.myThreads);
  }
  if (event.senderId === me || event.visible === false) return;
  const mentionsMe = event.mentions?.includes(me) ?? false;
  if (mentionsMe) refresh(chatKeys.unread(workspaceId));
  // A reply is unread in its thread, which the bell tells of; the channel's own mark is for its top level.
  sounded(hearing, event.channelId, [event.senderId], mentionsMe, !event.parentMessageId);
}

/** What others wrote is here; `unread`: on the channel's top level. */
function sounded(
  { session, client, workspaceId, openChannelId, refresh }: Hearing,
  channelId: number,
  senders: readonly number[],
  mentionsMe: boolean,
  unread: boolean,
) {
  const open = channelId === openChannelId;
  if (!open && unread && patchUnread(client, workspaceId, channelId, { hasUnread: true })) {
    refresh(unreadQuery.queryKey);
  }
  if (senders.every((id) => isBlocked(client, id))) return;
  play(session, channelOf(client, workspaceId, channelId), {
    kind: 'message',
    own: false,
    mentionsMe,
    watching: open && isWatching(),
    burstBegins: false,
  });
}

/** What happened in a channel within a second; what calls me was told at once. */
function digestCame(event: LiveNotification, hearing: Hearing) {
  const { session, client, workspaceId, refresh } = hearing;
  const { channelId, lastMessageId, parentMessageIds = [], senderIds = [] } = event;
  for (const id of senderIds) session.typing.wrote(channelId, id);
  if (parentMessageIds.some((id) => listsThread(client, id))) refresh(chatKeys.myThreads);
  if (event.changedCount) refresh(chatKeys.pending(channelId));
  const others = senderIds.filter((id) => id !== session.me.idUser);
  if (others.length === 0) return;
  // It was a while under way: it may have been read meanwhile.
  const read = channelOf(client, workspaceId, channelId)?.member.lastReadMessageId ?? 0;
  sounded(hearing, channelId, others, false, (lastMessageId ?? 0) > read);
}

/** Whether the list of my threads shows it; what rings is told by the bell as well. */
const listsThread = (client: QueryClient, id: number) =>
  client
    .getQueriesData<InfiniteData<MyThreads>>({ queryKey: [...chatKeys.myThreads, 'list'] })
    .some(([, list]) =>
      list?.pages.some(({ content }) => content.some(({ message }) => message.id === id)),
    );

function readElsewhere(
  client: QueryClient,
  workspaceId: number,
  read: { channelId: number; lastReadMessageId: number },
) {
  if (isOwnRead(read)) return;
  client.setQueryData<Channel[]>(chatKeys.channels(workspaceId), (held) =>
    held?.map((channel) =>
      channel.id === read.channelId
        ? {
            ...channel,
            member: {
              ...channel.member,
              lastReadMessageId: Math.max(
                read.lastReadMessageId,
                channel.member.lastReadMessageId ?? 0,
              ),
              unreadFrom: null,
              mentionCount: 0,
            },
          }
        : channel,
    ),
  );
  // What came after the place that was read is still unread: the server knows whether anything did.
  void client.invalidateQueries({ queryKey: chatKeys.unread(workspaceId) });
}

/** Who posts has read what was there, and a mark of being unread ends. */
function posted(client: QueryClient, { workspaceId, channelId: id }: LiveNotification) {
  if (!channelOf(client, workspaceId, id)?.member.unreadFrom) return;
  patchMembership(client, { id, workspaceId }, { unreadFrom: null, mentionCount: 0 });
  patchUnread(client, workspaceId, id, { hasUnread: false, mentionCount: 0 });
}

/** Here or on another device: what is open stays unread until it is opened again (useMarkRead.ts). */
export function unreadAgain(
  client: QueryClient,
  {
    workspaceId,
    channelId,
    unreadFrom,
  }: Omit<Extract<UserEvent, { type: 'CHANNEL_UNREAD' }>, 'type'>,
) {
  forgetOwnRead(channelId);
  patchMembership(client, { id: channelId, workspaceId }, { unreadFrom });
  patchUnread(client, workspaceId, channelId, { hasUnread: true });
}

function resync(workspaceId: number, refresh: (key: readonly unknown[]) => void) {
  for (const key of [
    chatKeys.channels(workspaceId),
    chatKeys.unread(workspaceId),
    chatKeys.presence(workspaceId),
    chatKeys.sidebar,
    PENDING,
  ]) {
    refresh(key);
  }
}

function play(
  session: ChatSession,
  channel: Channel | undefined,
  what: Omit<Happening, 'muted' | 'notifyLevel'>,
) {
  const sound = soundFor(
    {
      ...what,
      muted: channel?.member.muted ?? false,
      notifyLevel: channel?.member.notifyLevel ?? 'default',
    },
    getPreferences().sounds,
  );
  if (sound) session.sounds.play(sound);
}

/** Nothing sounds of whom I have blocked. */
const isBlocked = (client: QueryClient, userId: number | null | undefined) =>
  client.getQueryData(blockedQuery.queryKey)?.some(({ user }) => user.id === userId) ?? false;

const isWatching = () => document.visibilityState === 'visible';

const channelOf = (client: QueryClient, workspaceId: number, channelId: number) =>
  client
    .getQueryData<Channel[]>(chatKeys.channels(workspaceId))
    ?.find((channel) => channel.id === channelId);

/** Asks again, once for a burst of reasons; `after` (ms) is for what is not pressing. */
export function useRefresh(client: QueryClient): (key: readonly unknown[], after?: number) => void {
  const [refresher] = useState(() => {
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    return (key: readonly unknown[], after = 0) => {
      // A second look in a while must not stand in the way of what is wanted now.
      const name = JSON.stringify([key, after]);
      if (waiting.has(name)) return;
      waiting.set(
        name,
        setTimeout(
          () => {
            waiting.delete(name);
            void client.invalidateQueries({ queryKey: key });
          },
          Math.max(after, REFRESH_AFTER_MS),
        ),
      );
    };
  });
  return refresher;
}

/** false: there is no connection to say it on, or the channel is lost and nothing is said there. */
export function sendTyping(
  channelId: number,
  isTyping: boolean,
  parentMessageId: number | null,
): boolean {
  if (realtime.hasLost(channelTopic(channelId))) return false;
  return realtime.publish('/app/typing', {
    type: 'TYPING',
    channelId,
    isTyping,
    timestamp: Date.now(),
    ...(parentMessageId === null ? null : { parentMessageId }),
  });
}
