/** One thread: its first message and the replies, from the first on, kept true by the channel's feed. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import type { ThreadState } from '../cache/model.ts';
import { chatKeys, chatRetry } from '../queries.ts';
import { useChatSession } from '../session.ts';
import { fetchNewer, fetchThread } from '../threadReplies.ts';

export function useThread(channel: Channel, threadId: number) {
  const session = useChatSession();
  const [busy, setBusy] = useState(false);

  const query = useQuery<ThreadState>({
    queryKey: chatKeys.thread(channel.id, threadId),
    queryFn: ({ signal }) => fetchThread(session, channel.id, threadId, signal),
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...chatRetry,
  });

  const hasNewer = query.data?.replies.hasNewer === true;
  const loadMore = useCallback(async () => {
    if (!hasNewer) return;
    setBusy(true);
    try {
      await fetchNewer(session, channel.id, threadId);
    } finally {
      setBusy(false);
    }
  }, [session, channel.id, threadId, hasNewer]);

  return { query, thread: query.data, loadMore, busy };
}
