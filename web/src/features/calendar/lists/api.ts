/** Events that one keeps in mind, and those that organisations show to everybody. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import { bookmarksKey, calendarKey, KEPT_MS } from '../api.ts';
import type { CalendarEvent, ListedEvent } from '../types.ts';

type Schemas = components['schemas'];
type Of<T> = Omit<Required<T>, 'event'> & { event: ListedEvent };
export type Bookmark = Of<Schemas['BookmarkView']>;
export type Promoted = Of<Schemas['PromotedEvent']>;

const PAGE = 20;
/** What organisations show to everybody changes seldom (ms). */
const FRESH_MS = 300_000;

/** Mine, the newest first. */
export const bookmarksQuery = infiniteQueryOptions({
  queryKey: bookmarksKey,
  queryFn: ({ pageParam, signal }) =>
    api.get<Page<Bookmark>>('/api/v1/event-bookmarks', {
      query: { limit: PAGE, before: pageParam },
      signal,
      // The list itself says that it failed.
      quiet: true,
    }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ content, hasMore }) => (hasMore ? content.at(-1)?.idBookmark : undefined),
  gcTime: KEPT_MS,
});

/** What is to come, soonest first. */
export const promotedQuery = (limit: number) =>
  queryOptions({
    queryKey: [...calendarKey, 'promoted', limit],
    queryFn: async ({ signal }) => {
      const path = '/api/public/events/promoted';
      return (await api.get<Page<Promoted>>(path, { query: { limit }, signal, quiet: true }))
        .content;
    },
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
  });

/** Shows an organisation's event to everybody, or no longer. */
export const setPromoted = (eventUUID: string, on: boolean) => {
  const path = `/api/v1/event/${encodeURIComponent(eventUUID)}/promoted`;
  return on ? api.put<CalendarEvent>(path) : api.delete<CalendarEvent>(path);
};
