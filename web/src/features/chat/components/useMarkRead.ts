import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { readSeen } from '@/features/notifications/index.ts';
import { noteOwnRead } from '@/lib/ownReads.ts';
import { chatApi } from '../api.ts';
import { chatKeys, patchMembership, patchUnread } from '../queries.ts';
import { useStable } from './useStable.ts';

const PAUSE_MS = 600;
const nothing = () => {};

/** Read is what was seen: the list's end, in a visible tab. */
export function useMarkRead(
  channel: Channel,
  newestId: number | null,
  seesEnd: boolean,
  hasUnread: boolean,
  /** Once the server knows. */
  onRead?: (messageId: number) => void,
) {
  const client = useQueryClient();
  const visible = useVisible();
  const wasRead = useStable(onRead ?? nothing);
  const told = useRef(channel.member.lastReadMessageId ?? 0);
  const { id, workspaceId } = channel;
  const held = useMarkedUnread(channel);

  useEffect(() => {
    if (!visible || !seesEnd || held || newestId === null) return;
    if (newestId <= told.current && !hasUnread) return;
    const timer = setTimeout(() => {
      told.current = newestId;
      noteOwnRead(id, newestId);
      const read = patchUnread(client, workspaceId, id, { hasUnread: false, mentionCount: 0 });
      // The next poll says whether it is so.
      if (read)
        client.setQueryData(
          unreadQuery.queryKey,
          (held) => held && { ...held, chat: Math.max(0, held.chat - 1) },
        );
      patchMembership(
        client,
        { id, workspaceId },
        { lastReadMessageId: newestId, unreadFrom: null, mentionCount: 0 },
      );
      // A failure leaves the mark on the server; the next message read tells it again.
      chatApi.read(id, newestId).then(
        () => {
          wasRead(newestId);
          void readSeen(
            client,
            (one) =>
              one.channelId === id && !one.parentMessageId && (one.messageId ?? 0) <= newestId,
          );
        },
        () => {
          told.current = 0;
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [client, id, workspaceId, newestId, visible, seesEnd, held, hasUnread, wasRead]);
}

/** Marked unread since it was opened, here or on another device: it stays so until it is opened again. */
function useMarkedUnread({ member: { unreadFrom } }: Channel): boolean {
  const opened = useRef(unreadFrom);
  useEffect(() => {
    if (unreadFrom === null || unreadFrom === undefined) opened.current = null;
  }, [unreadFrom]);
  return typeof unreadFrom === 'number' && unreadFrom !== opened.current;
}

/** A thread seen to its end: its own mark moves, and what the bell had to say of it is read. */
export function useThreadSeen(threadId: number, lastReplyId: number | null): void {
  const client = useQueryClient();
  const visible = useVisible();
  useEffect(() => {
    if (!visible || lastReplyId === null) return;
    const timer = setTimeout(() => {
      void readSeen(client, (one) => one.parentMessageId === threadId);
      // A failure leaves the mark where it was; the next reply that is seen moves it.
      chatApi.readThread(threadId, lastReplyId).then(
        () => {
          void client.invalidateQueries({ queryKey: ['chat', 'unread'] });
          void client.invalidateQueries({ queryKey: chatKeys.myThreads });
        },
        () => {},
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [client, threadId, lastReplyId, visible]);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const change = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
  return visible;
}
