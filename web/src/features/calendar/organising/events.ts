/** What an organisation arranges, each with how one enrols in it. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import { calendarKey, calendarsQuery, eventQuery } from '../api.ts';
import { writes } from '../calendars.ts';
import type { Calendar, CalendarEvent, ListedEvent } from '../types.ts';

const DAY_MS = 86_400_000;
/** What lies further ahead is in the calendar. */
const AHEAD_DAYS = 180;
/** `calendar` of `/api/v1/events` takes as many. */
const CALENDARS_MOST = 50;

/** What is to come in some calendars, soonest first; of a series each one by itself. */
const aheadQuery = (idEntity: number, calendars: readonly Calendar[]) =>
  queryOptions({
    queryKey: [...calendarKey, 'ahead', idEntity, calendars.map(({ idCalendar }) => idCalendar)],
    queryFn: async ({ signal }) => {
      // An empty list of calendars would ask for all.
      if (calendars.length === 0) return [];
      const now = Date.now();
      const query = {
        calendar: calendars
          .slice(0, CALENDARS_MOST)
          .map(({ calendarUUID }) => calendarUUID)
          .join(','),
        from: new Date(now).toISOString(),
        to: new Date(now + AHEAD_DAYS * DAY_MS).toISOString(),
      };
      const { content } = await api.get<Page<ListedEvent>>('/api/v1/events', {
        query,
        signal,
        quiet: true,
      });
      return content.filter(({ busy, eventStatus }) => !busy && eventStatus !== 'CANCELLED');
    },
    staleTime: 60_000,
  });

export type Arranged = {
  listed: ListedEvent;
  /** Undefined while it is on its way, or could not be had. */
  event: CalendarEvent | undefined;
  failed: boolean;
};

type Wanted = {
  idEntity: number;
  /** So many of the first. */
  count: number;
  /** Of these alone: what need not be read is not. */
  which?: (listed: ListedEvent) => boolean;
};

/**
 * An organisation's calendars, and what is to come in them: the first ones, each read by itself, for how one enrols is said of one
 * event alone.
 */
export function useArranged({ idEntity, count, which = () => true }: Wanted) {
  const asked = useQuery(calendarsQuery);
  const calendars = (asked.data ?? []).filter((one) => one.idEntity === idEntity && !one.busyOnly);
  const ahead = useQuery({ ...aheadQuery(idEntity, calendars), enabled: asked.data !== undefined });
  const listed = (ahead.data ?? []).filter(which);
  const shown = listed.slice(0, count);
  const details = useQueries({
    queries: shown.map(({ eventUUID, recurrenceId }) => eventQuery(eventUUID, true, recurrenceId)),
  });
  const error = asked.error ?? ahead.error;
  return {
    calendars,
    writable: calendars.filter(writes),
    all: shown.map(
      (one, n): Arranged => ({
        listed: one,
        event: details[n]?.data,
        failed: details[n]?.isError ?? false,
      }),
    ),
    hasMore: listed.length > count,
    isReading: details.some(({ isPending }) => isPending),
    pending: !asked.data || !ahead.data,
    error,
    retry: () => void Promise.all([asked.refetch(), ahead.refetch()]),
  };
}
