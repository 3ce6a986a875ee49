import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { daysBeforehand, daysOfKinds } from '@/features/almanac/api.ts';
import { useActing } from '@/features/context/index.ts';
import { useSignedIn } from '@/lib/session.ts';
import { useIdle } from '@/lib/whenIdle.ts';
import { calendarsQuery, eventsQuery } from './api.ts';
import { groupsOf } from './calendars.ts';
import { localDay, type Span } from './days.ts';
import { type DayFacts, factsOf } from './facts.ts';
import { isChosen, useFilters } from './filters/filters.ts';
import { useHidden } from './hidden.ts';
import { type Entry, entryOf } from './layout.ts';
import { useCalendarsLive } from './live.ts';
import type { Calendar } from './types.ts';

const NONE: never[] = [];
const MINUTE_MS = 60_000;

/** Now, by the minute: the line of the time grid moves, and at midnight today is another day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export const useToday = (): string => localDay(useNow());

/** The calendars, by whose they are; `first`: the organisation whose come first, else the one that one acts for. */
export function useGroups(first: number | null = null) {
  const enabled = useSignedIn();
  const query = useQuery({ ...calendarsQuery, enabled });
  const { data: organisations = NONE } = useQuery({ ...myEntitiesQuery, enabled });
  const acting = useActing()?.id ?? null;
  const before = first ?? acting;
  const calendars = query.data ?? NONE;
  const groups = useMemo(
    () => groupsOf(calendars, organisations, before),
    [calendars, organisations, before],
  );
  return { query, groups, calendars };
}

export type Shown = {
  entries: Entry[];
  /** By its uuid. */
  calendars: ReadonlyMap<string, Calendar>;
};

/** What stands in the days of a span: events of the calendars that are shown; `filtered`: of those of a choice, unless it is not `chosen` from. */
export function useShown(span: Span, chosen = true) {
  const enabled = useSignedIn();
  const query = useQuery({ ...eventsQuery(span), enabled });
  const { query: asked, calendars } = useGroups();
  useCalendarsLive(calendars.map(({ idCalendar }) => idCalendar));
  const hidden = useHidden();
  const { active: choice } = useFilters();
  const active = chosen ? choice : undefined;
  const { data = NONE } = query;
  const shown = useMemo<Shown>(
    () => ({
      entries: data
        .filter(({ calendarUUID }) => !hidden.includes(calendarUUID))
        .filter(({ calendarUUID }) => isChosen(active, calendarUUID))
        .map(entryOf),
      calendars: new Map(calendars.map((one) => [one.calendarUUID, one])),
    }),
    [data, calendars, hidden, active],
  );
  const failed = query.error ?? asked.error;
  const retry = () => void Promise.all([query.refetch(), asked.refetch()]);
  const pending = enabled && (query.isPending || query.isPlaceholderData);
  return { shown, filtered: active !== undefined, failed, retry, pending };
}

const KINDS = ['holiday', 'eves', 'themeday', 'flagdays', 'unday', 'nameday'] as const;
/** What a year has room for. */
const YEAR_KINDS = ['holiday', 'eves', 'flagdays'] as const;

const factsQuery = ({ first, last }: Span, year: boolean) =>
  daysOfKinds(year ? YEAR_KINDS : KINDS, first, last);

/** Whether it is on its way what the almanac says of a span. */
export const useFactsPending = (span: Span): boolean => useQuery(factsQuery(span, false)).isLoading;

/** Red days and flag days of many years, once the page has nothing more urgent to do. */
export function useDaysBeforehand(): void {
  useQuery({ ...daysBeforehand, enabled: useIdle() });
}

/** Of each day in a span; until the answer is there, what is known beforehand. */
export function useFacts(span: Span, year = false): (day: string) => DayFacts {
  const client = useQueryClient();
  const known = () =>
    client
      .getQueryData(daysBeforehand.queryKey)
      ?.filter(({ date }) => span.first <= date && date <= span.last);
  const { data = NONE } = useQuery({ ...factsQuery(span, year), placeholderData: known });
  return useMemo(() => factsOf(data), [data]);
}

/** Asks for the days that somebody is about to leaf to; what is known is not asked for again. */
export function useAhead(): (span: Span) => void {
  const client = useQueryClient();
  const enabled = useSignedIn();
  return useCallback(
    (span) => {
      if (enabled) void client.prefetchQuery(eventsQuery(span));
      void client.prefetchQuery(factsQuery(span, false));
    },
    [client, enabled],
  );
}
