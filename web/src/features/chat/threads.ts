/** My threads: those I wrote in or that name me, with how much of them is unread. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { MyThreads, Success } from '@/api/types.ts';
import { readSeen } from '@/features/notifications/index.ts';
import { chatApi } from './api.ts';
import { chatKeys, chatRetry } from './queries.ts';

export type ThreadFilter = 'unread' | 'all';

const PAGE = 20;
/** Above this the list's number says '20+'. */
export const COUNTED = 20;

const page = async (
  filter: ThreadFilter,
  query: { before?: number | undefined; limit: number },
  signal: AbortSignal,
) =>
  (
    await api.get<Success<MyThreads>>('/api/v1/chat/threads', {
      query: { filter, ...query },
      quiet: true,
      signal,
    })
  ).data;

/** How many have something unread, for the number beside the list; one more than is counted where there are more. */
export const unreadThreadsQuery = queryOptions({
  queryKey: [...chatKeys.myThreads, 'count'],
  queryFn: async ({ signal }) => {
    const { content, hasMore } = await page('unread', { limit: COUNTED }, signal);
    return content.length + (hasMore ? 1 : 0);
  },
  staleTime: 60_000,
  retry: 1,
});

export const myThreadsQuery = (filter: ThreadFilter) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.myThreads, 'list', filter],
    queryFn: ({ pageParam, signal }) => page(filter, { before: pageParam, limit: PAGE }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: MyThreads) => (last.hasMore && last.next) || undefined,
    staleTime: 0,
    ...chatRetry,
  });

/** Its mark moves to its end, and what the bell had to say of it is read. */
export async function readThread(client: QueryClient, threadId: number, lastReplyId: number) {
  await chatApi.readThread(threadId, lastReplyId);
  void readSeen(client, (one) => one.parentMessageId === threadId);
  void client.invalidateQueries({ queryKey: chatKeys.myThreads });
  void client.invalidateQueries({ queryKey: ['chat', 'unread'] });
}
