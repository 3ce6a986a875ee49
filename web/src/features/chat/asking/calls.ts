/** The calls of what a message asks of its readers, and what is held of their answers. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Message, Poll, PollInput, Receipts, Success } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { announceTexts, pollTexts } from '@/texts/asking.ts';
import { confirmed, voted } from '../cache/votes.ts';
import type { ChatSession } from '../session.ts';

const BASE = '/api/v1/chat';
const PAGE = 100;

const at = (id: number, what: string) => `${BASE}/messages/${id}/${what}`;
const data = async <T>(answer: Promise<Success<T>>): Promise<T> => (await answer).data;

const receipts = (id: number, query: { after?: number; limit: number }, signal: AbortSignal) =>
  data(
    api.get<Success<Receipts>>(at(id, 'receipts'), {
      query: { after: query.after, limit: query.limit },
      quiet: true,
      signal,
    }),
  );

/** How many a message asks, for who may know it. */
export const audienceQuery = (id: number) =>
  queryOptions({
    queryKey: ['chat', 'receipts', id, 'audience'],
    queryFn: async ({ signal }) => (await receipts(id, { limit: 1 }, signal)).audience,
    staleTime: 5 * 60_000,
    retry: 1,
  });

/** `ackCount`: with each confirmation they are others. */
export const receiptsQuery = (id: number, ackCount: number) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'receipts', id, ackCount],
    queryFn: ({ pageParam, signal }) =>
      receipts(id, { limit: PAGE, ...(pageParam ? { after: pageParam } : null) }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: Receipts) => (last.hasMore && last.next) || undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: 1,
  });

export const remind = (id: number) =>
  data(api.post<Success<{ reminded: number }>>(at(id, 'remind'), undefined, { quiet: true }));

const failed = (what: string) => (error: unknown) =>
  toast({ type: 'error', message: `${what} ${messageOf(error)}` });

/** I have read it. */
export async function confirm(session: ChatSession, message: Message) {
  try {
    const answer = await data(api.post<Success<{ ackCount: number }>>(at(message.id, 'ack')));
    session.change(message, (held) => confirmed(held, answer.ackCount));
  } catch (error) {
    failed(announceTexts.failed)(error);
  }
}

/** In place of what I chose before. */
export async function vote(session: ChatSession, message: Message, options: readonly number[]) {
  const seen = session.held(message)?.version ?? message.version;
  try {
    const poll = await data(api.put<Success<Poll>>(at(message.id, 'vote'), { options }));
    session.change(message, (held) => voted(held, poll, seen));
  } catch (error) {
    failed(pollTexts.failed)(error);
  }
}

/** `key`: sent again under the same one it is one message. */
export const postPoll = (
  channelId: number,
  poll: PollInput,
  key: string,
  parentMessageId: number | null = null,
) =>
  data(
    api.post<Success<Message>>(
      `${BASE}/channels/${channelId}/messages`,
      { poll, clientMessageId: key, ...(parentMessageId === null ? null : { parentMessageId }) },
      { quiet: true },
    ),
  );

/** From the chat itself, where it is seen at once. */
export async function sendPoll(
  session: ChatSession,
  channelId: number,
  parentMessageId: number | null,
  poll: PollInput,
  key: string,
) {
  session.settle(await postPoll(channelId, poll, key, parentMessageId));
}
