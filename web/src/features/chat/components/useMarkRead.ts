import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { unreadQuery } from '@/features/accounts/api.ts';
import { chatApi } from '../api.ts';
import { patchMembership, patchUnread } from '../queries.ts';

const PAUSE_MS = 600;

/** Read is what was seen: the list's end, in a visible tab. */
export function useMarkRead(
  channel: Channel,
  newestId: number | null,
  seesEnd: boolean,
  hasUnread: boolean,
) {
  const client = useQueryClient();
  const visible = useVisible();
  const told = useRef(channel.member.lastReadMessageId ?? 0);
  const { id, workspaceId } = channel;

  useEffect(() => {
    if (!visible || !seesEnd || newestId === null) return;
    if (newestId <= told.current && !hasUnread) return;
    const timer = setTimeout(() => {
      told.current = newestId;
      patchUnread(client, workspaceId, id, { hasUnread: false, mentionCount: 0 });
      patchMembership(
        client,
        { id, workspaceId },
        { lastReadMessageId: newestId, mentionCount: 0 },
      );
      // A failure leaves the mark on the server; the next message read tells it again.
      chatApi.read(id, newestId).then(
        () => client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
        () => {
          told.current = 0;
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [client, id, workspaceId, newestId, visible, seesEnd, hasUnread]);
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
