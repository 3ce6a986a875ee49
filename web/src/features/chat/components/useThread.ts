/** One thread: its first message and the replies, from the first on, kept true by the channel's feed. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Channel } from '@/api/types.ts';
import { chatApi } from '../api.ts';
import type { ThreadState } from '../cache/model.ts';
import { emptyTimeline } from '../cache/model.ts';
import { hold, mergeMessage, mergeNewer, replaceWindow } from '../cache/pages.ts';
import { chatKeys, chatRetry } from '../queries.ts';
import { useChatSession } from '../session.ts';

/** More than nearly every thread holds; the rest comes on request. */
const PAGES_AT_FIRST = 5;

export function useThread(channel: Channel, threadId: number) {
  const session = useChatSession();
  const key = chatKeys.thread(channel.id, threadId);
  const [busy, setBusy] = useState(false);

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<ThreadState> => {
      // Read after this cursor, so whatever it tells is in the answer.
      const cursor = session.timeline(channel.id)?.cursor ?? 0;
      const first = await chatApi.thread(threadId, undefined, signal);
      let replies = replaceWindow(emptyTimeline, {
        messages: first.replies,
        hasOlder: false,
        hasNewer: first.hasMore,
        cursor,
      });
      for (let page = 1; replies.hasNewer && page < PAGES_AT_FIRST; page += 1) {
        const more = await chatApi.thread(threadId, replies.ids.at(-1), signal);
        replies = mergeNewer(replies, {
          messages: more.replies,
          hasOlder: false,
          hasNewer: more.hasMore,
          cursor,
        });
      }
      const held = session.client.getQueryData<ThreadState>(key);
      return {
        parent: held ? mergeMessage(held.parent, first.parent, cursor) : hold(first.parent, cursor),
        replies,
      };
    },
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    ...chatRetry,
  });

  const loadMore = useCallback(async () => {
    const held = session.client.getQueryData<ThreadState>(chatKeys.thread(channel.id, threadId));
    const last = held?.replies.ids.at(-1);
    if (!held?.replies.hasNewer || last === undefined) return;
    setBusy(true);
    try {
      const cursor = session.timeline(channel.id)?.cursor ?? 0;
      const more = await chatApi.thread(threadId, last);
      session.client.setQueryData<ThreadState>(
        chatKeys.thread(channel.id, threadId),
        (thread) =>
          thread && {
            ...thread,
            replies: mergeNewer(thread.replies, {
              messages: more.replies,
              hasOlder: false,
              hasNewer: more.hasMore,
              cursor,
            }),
          },
      );
    } finally {
      setBusy(false);
    }
  }, [session, channel.id, threadId]);

  return { query, thread: query.data, loadMore, busy };
}
