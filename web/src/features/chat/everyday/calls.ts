/** The calls of everyday things, and what is held of their answers. Loaded when somebody first asks for one of them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type {
  Message,
  Page,
  Pin,
  Reactors,
  SavedMessage,
  ScheduledMessage,
  Success,
  Workspace,
} from '@/api/types.ts';
import { listTexts } from '@/texts/everyday.ts';
import { chatKeys, chatRetry } from '../queries.ts';

const BASE = '/api/v1/chat';
const PAGE = 30;
const OK = 200;

const data = async <T>(answer: Promise<Success<T>>): Promise<T> => (await answer).data;
const quiet = { quiet: true } as const;

export const everydayApi = {
  pin: (id: number, on: boolean) => {
    const path = `${BASE}/messages/${id}/pin`;
    return data(on ? api.put<Success<Message>>(path) : api.delete<Success<Message>>(path));
  },
  save: (id: number, remindAt: string | null) =>
    api.put(`${BASE}/saved/${id}`, { remindAt }, quiet),
  schedule: (channelId: number, content: string, sendAt: string, rrule: string | null) =>
    data(
      api.post<Success<ScheduledMessage>>(
        `${BASE}/channels/${channelId}/scheduled`,
        { content, sendAt, rrule },
        quiet,
      ),
    ),
  reschedule: (id: number, content: string, sendAt: string, rrule: string | null) =>
    data(
      api.put<Success<ScheduledMessage>>(
        `${BASE}/scheduled/${id}`,
        { content, sendAt, rrule },
        quiet,
      ),
    ),
  unschedule: (id: number) => api.delete(`${BASE}/scheduled/${id}`, quiet),
  /** Failed unless the answer says that it succeeded, and with what. */
  renameWorkspace: async (workspaceId: number, workspaceName: string) => {
    const path = `${BASE}/workspaces/${workspaceId}`;
    const answer = await api.put<Partial<Success<Workspace>>>(path, { workspaceName }, quiet);
    if (answer?.success && answer.data) return answer.data;
    throw new ApiError(OK, { message: answer?.error || listTexts.workspaceFailed });
  },
  readAll: (workspaceId: number) => api.post(`${BASE}/read-all`, { workspaceId }, quiet),
  /** One channel, to its end. */
  readAllOf: (channelId: number) => api.post(`${BASE}/channels/${channelId}/read`, {}, quiet),
  unsave: (id: number) => api.delete(`${BASE}/saved/${id}`, quiet),
};

export const pinsQuery = (channelId: number) =>
  queryOptions({
    queryKey: chatKeys.pins(channelId),
    queryFn: ({ signal }) =>
      data(api.get<Success<Pin[]>>(`${BASE}/channels/${channelId}/pins`, { ...quiet, signal })),
    ...chatRetry,
    // What is told of the channel while they are not shown is not followed.
    staleTime: 0,
  });

/** `version`: another state of the message has other reactions. */
export const reactorsQuery = (message: Pick<Message, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['chat', 'reactors', message.id, message.version],
    queryFn: ({ signal }) =>
      data(
        api.get<Success<Reactors[]>>(`${BASE}/messages/${message.id}/reactions`, {
          ...quiet,
          signal,
        }),
      ),
    staleTime: 60_000,
    retry: 1,
  });

const savedPage = (before: number | undefined, limit: number, signal: AbortSignal) =>
  data(
    api.get<Success<Page<SavedMessage>>>(`${BASE}/saved`, {
      query: { before, limit },
      ...quiet,
      signal,
    }),
  );

/** The newest message that is kept, up to this one: whether it is this one tells whether it is kept. */
export const isSavedQuery = (messageId: number) =>
  queryOptions({
    queryKey: [...chatKeys.saved, messageId],
    queryFn: async ({ signal }) => {
      const [newest] = (await savedPage(messageId + 1, 1, signal)).content;
      return newest?.message.id === messageId ? newest : null;
    },
    staleTime: 0,
    retry: 1,
  });

export const savedQuery = infiniteQueryOptions({
  queryKey: [...chatKeys.saved, 'list'],
  queryFn: ({ pageParam, signal }) => savedPage(pageParam, PAGE, signal),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last: Page<SavedMessage>) =>
    last.hasMore ? last.content.at(-1)?.message.id : undefined,
  ...chatRetry,
  staleTime: 0,
});

export const scheduledQuery = queryOptions({
  queryKey: chatKeys.scheduled,
  queryFn: ({ signal }) =>
    data(api.get<Success<ScheduledMessage[]>>(`${BASE}/scheduled`, { ...quiet, signal })),
  ...chatRetry,
  staleTime: 0,
  // What is sent leaves the list by itself, and nothing tells of it.
  refetchInterval: 30_000,
});

/** What a list of one page needs to be drawn as one of many. */
export const onePage = <Q extends object>(query: Q) => ({
  ...query,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => {},
});
