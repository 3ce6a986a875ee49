import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Success } from '@/api/types.ts';
import type { InboxPage } from './inbox.ts';
import type { Conversation, Correspondent } from './types.ts';

const BASE = '/api/v1/messages';
const PAGE = 30;

/** Most people of a conversation, oneself among them. */
export const PEOPLE_MAX = 8;

export const messageKeys = {
  inbox: ['messages', 'inbox'] as const,
  channel: (id: number) => ['messages', 'channel', id] as const,
};

export const fetchInbox = (before: string | null, signal?: AbortSignal): Promise<InboxPage> =>
  api
    .get<Success<InboxPage>>(`${BASE}/conversations`, {
      query: { before: before ?? undefined, limit: PAGE },
      quiet: true,
      ...(signal ? { signal } : null),
    })
    .then((answer) => answer.data);

export const messagesApi = {
  conversation: async (id: number) =>
    (await api.get<Success<Conversation>>(`${BASE}/conversations/${id}`, { quiet: true })).data,
  /** The same people give the same conversation. */
  open: async (userIds: readonly number[]) =>
    (await api.post<Success<Conversation>>(`${BASE}/conversations`, { userIds, idType: 1 })).data,
};

/** Whom I may write to, by name; without one those of my organisations. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['messages', 'people', q],
    queryFn: async ({ signal }) =>
      (
        await api.get<Success<Correspondent[]>>(`${BASE}/people`, {
          query: { q: q || undefined, limit: 20 },
          quiet: true,
          signal,
        })
      ).data,
    staleTime: 30_000,
  });
