/** Events that one keeps in mind, and those that organisations show to everybody. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import { bookmarksKey, calendarKey, KEPT_MS } from '../api.ts';
import type { Calendar, CalendarEvent, ListedEvent, Visibility } from '../types.ts';

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

/** Whose page it is. */
export type Owner = { kind: 'entity'; id: number } | { kind: 'person'; id: number; self: boolean };
/** What lies further ahead is in the calendar. */
const AHEAD_MS = 90 * 86_400_000;
/** `calendar` of `/api/v1/events` takes as many. */
const CALENDARS_MOST = 50;
/** As many as are told of at once. */
const PROMOTED = 50;
/** Without a calendar there is nothing: an empty list of them would ask for all. */
const nothing: Pick<Promoted, 'event' | 'coverImage'>[] = [];

/** Of the calendars that the reader may look into; on one's own page those that others see as well. Soonest first. */
async function ahead(owner: Owner, signal: AbortSignal) {
  const asked = { signal, quiet: true };
  const whose = owner.kind === 'entity' ? { idEntity: owner.id } : { idUser: owner.id };
  const { content } = await api.get<Page<Calendar>>('/api/v1/calendars', {
    query: whose,
    ...asked,
  });
  // One's own page shows oneself what it shows to others.
  const forAll = owner.kind === 'person' && owner.self;
  const isShown = ({ visibility }: { visibility: Visibility }) =>
    !forAll || visibility === 'PUBLIC';
  const shown = content.filter((calendar) => !calendar.busyOnly && isShown(calendar));
  if (shown.length === 0) return nothing;
  const now = Date.now();
  const query = {
    calendar: shown
      .slice(0, CALENDARS_MOST)
      .map(({ calendarUUID }) => calendarUUID)
      .join(','),
    from: new Date(now).toISOString(),
    to: new Date(now + AHEAD_MS).toISOString(),
  };
  const events = await api.get<Page<ListedEvent>>('/api/v1/events', { query, ...asked });
  return events.content
    .filter((event) => event.eventStatus !== 'CANCELLED' && isShown(event))
    .map((event) => ({ event, coverImage: null }));
}

/** What somebody has ahead, on their page. */
export const comingQuery = (owner: Owner, signedIn: boolean) =>
  queryOptions({
    queryKey: [...calendarKey, 'coming', owner.kind, owner.id, signedIn],
    queryFn: async ({ signal, client }) => {
      if (signedIn) return ahead(owner, signal);
      if (owner.kind === 'person') return nothing;
      const promoted = await client.fetchQuery(promotedQuery(PROMOTED));
      return promoted.filter(({ idEntity }) => idEntity === owner.id);
    },
    staleTime: FRESH_MS,
  });

/** Shows an organisation's event to everybody, or no longer. */
export const setPromoted = (eventUUID: string, on: boolean) => {
  const path = `/api/v1/event/${encodeURIComponent(eventUUID)}/promoted`;
  return on ? api.put<CalendarEvent>(path) : api.delete<CalendarEvent>(path);
};
