import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import { allPages } from '@/lib/allPages.ts';
import { isFetching, writes } from './calendars.ts';
import { beginOf, plusDays, type Span } from './days.ts';
import type {
  Calendar,
  CalendarEvent,
  EventDraft,
  ListedEvent,
  Scope,
  Visibility,
} from './types.ts';

/** Everything of calendars lies below it. */
export const calendarKey = ['calendar'] as const;
/** What I keep in mind. */
export const bookmarksKey = [...calendarKey, 'bookmarks'] as const;
const EVENTS = [...calendarKey, 'events'] as const;
/** What was looked at stays for a day, so that it is there offline as well. */
export const KEPT_MS = 86_400_000;
/** Between two looks at what is being fetched. */
const FETCHING_MS = 1_500;

/** My own, and those of my organisations that I may see. */
export const calendarsQuery = queryOptions({
  queryKey: [...calendarKey, 'calendars'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<Calendar>>('/api/v1/calendars', { signal, quiet: true })).content,
  initialData: () => api.came<Page<Calendar>>('/api/v1/calendars')?.content,
  staleTime: 60_000,
  gcTime: KEPT_MS,
  // One that is being fetched from elsewhere is there in a moment.
  refetchInterval: ({ state }) => isFetching(state.data ?? []) && FETCHING_MS,
});

/** Whether there is a calendar that I may write in. */
export const writesQuery = queryOptions({
  ...calendarsQuery,
  select: (calendars) => calendars.some(writes),
});

/** What happens on some days where the reader is, of all calendars that I see. */
export const eventsQuery = ({ first, last }: Span) => {
  const query = {
    from: beginOf(first).toISOString(),
    to: beginOf(plusDays(last, 1)).toISOString(),
  };
  return queryOptions({
    queryKey: [...EVENTS, first, last],
    queryFn: async ({ signal }) =>
      (await api.get<Page<ListedEvent>>('/api/v1/events', { query, signal, quiet: true })).content,
    initialData: () => api.came<Page<ListedEvent>>('/api/v1/events', query)?.content,
    gcTime: KEPT_MS,
    // Only until the days that are asked for are there: what is shown is filtered by day.
    placeholderData: keepPreviousData,
  });
};

type LocalPage = Page<ListedEvent> & { cursor?: number | null };

/** A municipality or a locality, by the last part of its page's address. */
export type LocalArea = { kind: 'municipality' | 'locality'; slug: string };

const LOCAL = {
  municipality: '/api/public/municipalities',
  locality: '/api/public/tatort/slug',
} as const;

/** What everybody may see of what is to come in a local area: all of these days, however many pages it has. */
export const localEventsQuery = ({ kind, slug }: LocalArea, { first, last }: Span) =>
  queryOptions({
    queryKey: [...calendarKey, 'local', kind, slug, first, last],
    queryFn: async ({ signal }) => {
      const path = `${LOCAL[kind]}/${encodeURIComponent(slug)}/events`;
      const from = beginOf(first).toISOString();
      const to = beginOf(plusDays(last, 1)).toISOString();
      return allPages((cursor?: number) =>
        api.get<LocalPage>(path, { query: { from, to, cursor }, signal, quiet: true }),
      );
    },
    placeholderData: keepPreviousData,
  });

/** By `eventUUID`; signed out what is public is found as well. Of a series, `recurrenceId` says in which one enrols. */
export const eventQuery = (
  eventUUID: string,
  signedIn: boolean,
  recurrenceId: string | null = null,
) =>
  queryOptions({
    queryKey: [...calendarKey, 'event', eventUUID, signedIn, recurrenceId],
    queryFn: ({ signal }) =>
      api.get<CalendarEvent>(
        `/api/${signedIn ? 'v1' : 'public'}/event/${encodeURIComponent(eventUUID)}`,
        { query: { recurrenceId: recurrenceId ?? undefined }, signal, quiet: true },
      ),
    gcTime: KEPT_MS,
  });

/** As it is now, whatever is held: before it is changed. */
export const wholeEvent = (eventUUID: string) =>
  api.get<CalendarEvent>(`/api/v1/event/${encodeURIComponent(eventUUID)}`);

export type CalendarInput = {
  name: string;
  visibility: Visibility;
  /** Of a restricted one: for whom, by their relation; none: for all who belong to the organisation. */
  relationTypes: Calendar['relationTypes'];
  color: string | null;
  /** Where its events are fetched; absent: nowhere, or as before. */
  source?: string;
};
export type Which = {
  scope: Scope;
  recurrenceId?: string | undefined;
  /** What was taken out of a series goes with it, also where somebody is enrolled. */
  confirm?: boolean;
};

const eventAt = (id: number) => `/api/v1/event/${id}`;
const calendarAt = (uuid: string) => `/api/v1/calendars/${encodeURIComponent(uuid)}`;

export const calendarCalls = {
  create: (input: CalendarInput & { idEntity: number | null }, idempotencyKey: string) =>
    api.post<Calendar>('/api/v1/calendars', input, { idempotencyKey }),
  change: (uuid: string, input: CalendarInput) => api.put<Calendar>(calendarAt(uuid), input),
  remove: (uuid: string) => api.delete(calendarAt(uuid)),
  /** Has one that is fetched from elsewhere fetched now. */
  refresh: (uuid: string) => api.post<Calendar>(`${calendarAt(uuid)}/refresh`),
  createEvent: (draft: EventDraft, idempotencyKey: string) =>
    api.post<CalendarEvent>('/api/v1/event', draft, { idempotencyKey }),
  changeEvent: (id: number, draft: EventDraft, query: Which = { scope: 'all' }) =>
    api.put<CalendarEvent>(eventAt(id), draft, { query }),
  removeEvent: (id: number, query: Which = { scope: 'all' }) => api.delete(eventAt(id), { query }),
};
