import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import { allPages } from '@/lib/allPages.ts';
import { mondayOf, plusDays, yearOf } from '@/lib/days.ts';
import type { NamedDays } from './hoursAhead.ts';
import { onDay } from './schedule.ts';
import { AVAILABLE, PENDING } from './status.ts';
import { isoOf, midnightOf } from './times.ts';
import type {
  Act,
  Bookable,
  BookableAvailability,
  BookableDraft,
  BookableGroup,
  BookableGroupDraft,
  BookableGroups,
  Bookables,
  Booked,
  Booking,
  BookingDraft,
  Bookings,
  Hold,
  MoveDraft,
  QueuedTimes,
  Quote,
  QuoteDraft,
  Reason,
  Schedule,
  SharedBooking,
  Slots,
  TimeSpan,
  WaitingForTime,
} from './types.ts';

const BASE = '/api/v1';
const GROUPS = `${BASE}/bookable-groups`;
const PAGE = 50;
/** The most that a page has. */
const MANY = 100;
/** The server answers for no more than 62 days at once; a change of the clocks makes them longer. */
const MOST_DAYS = 61;
/** What lasts for days is found by when it began. */
const BEGUN_DAYS = 7;
/** Given up, turned down, not come to. */
const GONE = [2, 4, 7];
/** Of one thing more than these are not looked at at once. */
const MOST_BOOKINGS = 500;
/** Others book meanwhile. */
const DAY_INTERVAL = 60_000;

/** Everything of bookings lies below it. */
export const bookingsKey = ['bookings'] as const;
const slotsKey = [...bookingsKey, 'slots'] as const;
const mineKey = [...bookingsKey, 'mine'] as const;
const dayKey = [...bookingsKey, 'day'] as const;

/** From the first midnight to the one after the last day, there. */
const windowOf = (from: string, days: number) => ({
  from: isoOf(midnightOf(from)),
  to: isoOf(midnightOf(plusDays(from, days))),
});

export const bookablesQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'bookables', idEntity],
    queryFn: ({ signal }) =>
      api.get<Bookables>(`${BASE}/entities/${idEntity}/bookables`, { signal, quiet: true }),
  });

export const bookableQuery = (idBookable: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'bookable', idBookable],
    queryFn: ({ signal }) =>
      api.get<Bookable>(`${BASE}/bookables/${idBookable}`, { signal, quiet: true }),
  });

/** The groups of an organisation's bookables of which any is as good. */
export const groupsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'groups', idEntity],
    queryFn: async ({ signal }) =>
      (
        await api.get<BookableGroups>(`${BASE}/entities/${idEntity}/bookable-groups`, {
          signal,
          quiet: true,
        })
      ).content,
  });

/** Whose opening hours: a bookable's, or an organisation's for all of its. */
export type HoursOf = { kind: 'bookables' | 'entities'; id: number };
const hoursAt = ({ kind, id }: HoursOf) => `${BASE}/${kind}/${id}/availability`;

export const hoursQuery = (of: HoursOf) =>
  queryOptions({
    queryKey: [...bookingsKey, 'hours', of.kind, of.id],
    queryFn: ({ signal }) => api.get<BookableAvailability>(hoursAt(of), { signal, quiet: true }),
  });

type SchoolCalendars = components['schemas']['SchoolCalendars'];
type SchoolYear = components['schemas']['SchoolYear'];

/** The breaks of a school's years from the one that is on: those of its calendars for all (actors/src/bookings/facts.rs). */
export const breaksQuery = (idEntity: number, today: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'breaks', idEntity, today],
    queryFn: async ({ signal }): Promise<NamedDays[]> => {
      const asked = { signal, quiet: true };
      const at = `${BASE}/entities/${idEntity}/school-calendars`;
      const { content } = await api.get<SchoolCalendars>(at, asked);
      const wanted = content
        .filter(({ kind }) => kind === 'SCHOOL')
        .flatMap(({ calendar, years }) =>
          years
            .filter((year) => year + 1 >= yearOf(today))
            .map((year) => `${at}/${encodeURIComponent(calendar.calendarUUID)}/${year}`),
        );
      const found = await Promise.all(wanted.map((path) => api.get<SchoolYear>(path, asked)));
      return found.flatMap(({ days }) =>
        days
          .filter(({ kind }) => kind === 'BREAK')
          .map(({ title, startDate, endDate }) => ({ name: title, from: startDate, to: endDate })),
      );
    },
    staleTime: 300_000,
  });

/** What is booked: a bookable, or whichever of a group is free. */
export type TimesOf = { kind: 'bookables' | 'bookable-groups'; id: number };
const timesAt = ({ kind, id }: TimesOf) => `${BASE}/${kind}/${id}`;

/** The possible times of the week of a day; what is to be moved or held oneself, `except`, takes no time. */
export function slotsQuery(of: TimesOf, day: string, except?: number) {
  const monday = mondayOf(day);
  return queryOptions({
    queryKey: [...slotsKey, of.kind, of.id, monday, except],
    queryFn: ({ signal }) =>
      api.get<Pick<Slots, 'content'>>(`${timesAt(of)}/slots`, {
        query: { ...windowOf(monday, 7), except },
        signal,
        quiet: true,
      }),
    // What is free changes while one looks.
    staleTime: 0,
    refetchInterval: DAY_INTERVAL,
  });
}
export type SlotsQuery = ReturnType<typeof slotsQuery>;

/** The possible times of something on so many days from one on: as far ahead as the server answers for, where it is not said. */
export const aheadQuery = (idBookable: number, from: string, days = MOST_DAYS) =>
  queryOptions({
    queryKey: [...slotsKey, 'ahead', idBookable, from, days],
    queryFn: async ({ signal }) =>
      (
        await api.get<Slots>(`${bookable(idBookable)}/slots`, {
          query: windowOf(from, days),
          signal,
          quiet: true,
        })
      ).content,
    staleTime: 0,
  });

/** The bookings of something from a day on, for whoever manages it: as many as a page has. */
export const bookingsOfQuery = (idBookable: number, from: string) =>
  queryOptions({
    queryKey: [...dayKey, 'of', idBookable, from],
    queryFn: ({ signal }) =>
      allPages((cursor?: string) => {
        const query = { bookable: idBookable, ...windowOf(from, MOST_DAYS), limit: MANY, cursor };
        return api.get<Bookings>(`${BASE}/booking`, { query, signal, quiet: true });
      }, MOST_BOOKINGS),
    refetchInterval: DAY_INTERVAL,
  });

/** A booking that a message shares, as it stands now. */
export const sharedBookingQuery = (shareId: string) =>
  queryOptions({
    queryKey: [...bookingsKey, 'shared', shareId],
    queryFn: ({ signal }) =>
      api.get<SharedBooking>(`${BASE}/booking/shared/${shareId}`, { signal, quiet: true }),
  });

export const scheduleQuery = (idEntity: number, from: string, days: number) =>
  queryOptions({
    queryKey: [...dayKey, 'schedule', idEntity, from, days],
    queryFn: ({ signal }) =>
      api.get<Schedule>(`${BASE}/entities/${idEntity}/schedule`, {
        query: windowOf(from, days),
        signal,
        quiet: true,
      }),
    refetchInterval: DAY_INTERVAL,
    placeholderData: keepPreviousData,
  });

/** An organisation's bookings that begin on some days, for whoever manages them. */
const bookingsAt = async (
  entity: number,
  from: string,
  days: number,
  signal: AbortSignal,
  status?: number,
) =>
  (
    await api.get<Bookings>(`${BASE}/booking`, {
      query: { entity, ...windowOf(from, days), status },
      signal,
      quiet: true,
    })
  ).content;

/** The bookings at an organisation on some days, those among them that have begun some days before. */
export const dayBookingsQuery = (idEntity: number, from: string, days: number) =>
  queryOptions({
    queryKey: [...dayKey, 'bookings', idEntity, from, days],
    queryFn: ({ signal }) =>
      bookingsAt(idEntity, plusDays(from, -BEGUN_DAYS), BEGUN_DAYS + days, signal),
    refetchInterval: DAY_INTERVAL,
    placeholderData: keepPreviousData,
  });

/** What may wait for an answer from a day on. */
export const waitingQuery = (idEntity: number, from: string) =>
  queryOptions({
    queryKey: [...dayKey, 'waiting', idEntity, from],
    queryFn: ({ signal }) => bookingsAt(idEntity, from, MOST_DAYS, signal, PENDING),
    refetchInterval: DAY_INTERVAL,
  });

/** Mine from a day on, the next first. */
export const comingQuery = (today: string) =>
  infiniteQueryOptions({
    queryKey: [...mineKey, 'coming', today],
    queryFn: ({ pageParam, signal }) =>
      api.get<Bookings>(`${BASE}/booking`, {
        query: {
          mine: true,
          from: isoOf(midnightOf(today)),
          limit: PAGE,
          cursor: pageParam || undefined,
        },
        signal,
        quiet: true,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasMore ? last.cursor : undefined),
  });

/** The times for which one waits, by start. */
export const queuedQuery = queryOptions({
  queryKey: [...mineKey, 'queued'],
  queryFn: ({ signal }) => api.get<QueuedTimes>(`${BASE}/booking/waiting`, { signal, quiet: true }),
  refetchInterval: DAY_INTERVAL,
});

/** Whatever one has booked on a day, also what has begun before, and nobody has given up or turned down. */
export const myDayQuery = (day: string) =>
  queryOptions({
    queryKey: [...mineKey, 'day', day],
    queryFn: async ({ signal }) =>
      (
        await api.get<Bookings>(`${BASE}/booking`, {
          query: {
            mine: true,
            from: isoOf(midnightOf(plusDays(day, -BEGUN_DAYS))),
            limit: MANY,
          },
          signal,
          quiet: true,
        })
      ).content.filter((one) => onDay([one], day).length > 0 && !GONE.includes(one.flStatus)),
  });

/** Mine that have begun, the last first. */
export const pastQuery = queryOptions({
  queryKey: [...mineKey, 'past'],
  queryFn: async ({ signal }) =>
    (
      await api.get<Bookings>(`${BASE}/booking`, {
        query: { mine: true, limit: MANY },
        signal,
        quiet: true,
      })
    ).content,
});

export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [...bookingsKey, 'booking', id],
    queryFn: ({ signal }) => api.get<Booking>(`${BASE}/booking/${id}`, { signal, quiet: true }),
  });

const askQuote = (draft: QuoteDraft, signal?: AbortSignal) =>
  api.post<Quote>(`${BASE}/booking/quote`, draft, { quiet: true, ...(signal && { signal }) });

export const quoteQuery = (draft: QuoteDraft) =>
  queryOptions({
    queryKey: [...bookingsKey, 'quote', draft],
    queryFn: ({ signal }) => askQuote(draft, signal),
    retry: false,
    placeholderData: keepPreviousData,
  });

/** Once something was booked, moved, given up or decided: whatever is held of it is asked for anew. */
export const bookedAnew = (client: QueryClient) =>
  Promise.all(
    [slotsKey, mineKey, dayKey, [...bookingsKey, 'booking']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** Which times are free may have changed. */
export const freeAnew = (client: QueryClient) => client.invalidateQueries({ queryKey: slotsKey });

/** Once a bookable or its hours have changed. */
export const settingsAnew = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: bookingsKey });

const booking = (id: number) => `${BASE}/booking/${id}`;
const bookable = (id: number) => `${BASE}/bookables/${id}`;

export const bookingCalls = {
  /** Of a group the first that is free; the answer says which. */
  hold: (of: TimesOf, { start, end }: TimeSpan) =>
    api.post<Hold>(`${timesAt(of)}/hold`, { start, end }, { quiet: true }),
  /** Whether it arrives or not: it ends by itself. */
  release: ({ idBookable, holdId }: Hold) =>
    api.delete(`${bookable(idBookable)}/hold/${holdId}`, { quiet: true }),
  /** Asked twice it is one place in the queue. */
  wait: (idBookable: number, { start, end }: TimeSpan) =>
    api.post<WaitingForTime>(`${bookable(idBookable)}/waitlist`, { start, end }, { quiet: true }),
  stopWaiting: (idBookable: number, { start, end }: TimeSpan) =>
    api.delete(`${bookable(idBookable)}/waitlist`, { query: { start, end }, quiet: true }),
  book: (draft: BookingDraft, idempotencyKey: string) =>
    api.post<Booked>(`${BASE}/booking`, draft, { idempotencyKey, quiet: true }),
  move: (id: number, draft: MoveDraft) => api.put<Booking>(booking(id), draft, { quiet: true }),
  act: (id: number, act: Act, why: Reason = {}) =>
    api.post<Booking>(`${booking(id)}/${act}`, why, { quiet: true }),
  create: (draft: BookableDraft, idempotencyKey: string) =>
    api.post<Bookable>(`${BASE}/bookables`, draft, { idempotencyKey }),
  change: (id: number, draft: BookableDraft) => api.put<Bookable>(bookable(id), draft),
  remove: (id: number) => api.delete(bookable(id)),
  addPicture: (id: number, file: File) => {
    const body = new FormData();
    body.set('image', file);
    return api.post<Bookable>(`${bookable(id)}/pictures`, body);
  },
  removePicture: (id: number, picture: string) =>
    api.delete<Bookable>(`${bookable(id)}/pictures/${encodeURIComponent(picture)}`),
  /** Its pictures in that order, with those texts; all else as it was read. */
  arrange: (old: Bookable, pictures: BookableDraft['pictures']) =>
    api.put<Bookable>(bookable(old.idBookable), { ...old, pictures } satisfies BookableDraft, {
      quiet: true,
    }),
  /** Somewhere else; all else as it was read. */
  relocate: (
    { idInfopoint: _, ...old }: Bookable,
    to: Pick<BookableDraft, 'place' | 'idInfopoint'>,
  ) =>
    api.put<Bookable>(bookable(old.idBookable), { ...old, ...to } satisfies BookableDraft, {
      quiet: true,
    }),
  createGroup: (draft: BookableGroupDraft, idempotencyKey: string) =>
    api.post<BookableGroup>(GROUPS, draft, { idempotencyKey }),
  changeGroup: (id: number, draft: BookableGroupDraft) =>
    api.put<BookableGroup>(`${GROUPS}/${id}`, draft),
  removeGroup: (id: number) => api.delete(`${GROUPS}/${id}`),
  setHours: (of: HoursOf, hours: BookableAvailability) =>
    api.put<BookableAvailability>(hoursAt(of), hours),
};

/**
 * Something with times of its own, offered once these are set. Sent again under the same key it is the same one, whatever of it
 * was done before.
 */
export async function makeTalks(
  draft: BookableDraft,
  hoursOf: (version: number) => BookableAvailability,
  idempotencyKey: string,
): Promise<Bookable> {
  const { idBookable } = await bookingCalls.create(draft, idempotencyKey);
  const of: HoursOf = { kind: 'bookables', id: idBookable };
  const { version } = await api.get<BookableAvailability>(hoursAt(of));
  await bookingCalls.setHours(of, hoursOf(version));
  const made = await api.get<Bookable>(bookable(idBookable));
  return bookingCalls.change(idBookable, { ...made, status: AVAILABLE });
}
