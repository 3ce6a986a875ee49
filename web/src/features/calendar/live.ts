import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { components } from '@/api/schema.gen.ts';
import { realtime } from '@/realtime/connection.ts';
import { calendarKey } from './api.ts';

/** On /topic/calendar/{id}. What has changed is not told, for not everybody sees the same of it. */
export type CalendarTold = components['schemas']['CalendarChanged'] | { type: 'RESYNC' };

/** Of somebody who sees very many the rest come when the page is looked at anew; a connection has room for 200 in all. */
const LISTENED = 60;
/** Everybody who looks asks at a moment of their own, and once of what is told within it. */
const ASK_WITHIN_MS = 1_000;
/** What is shown of calendars: themselves, what stands in a span, and an event by itself. */
const PARTS: readonly unknown[] = ['calendars', 'events', 'event', 'comments'];
const shown = {
  queryKey: calendarKey,
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => PARTS.includes(queryKey[1]),
};

/** Keeps what is shown of these calendars true, by their `idCalendar`, whoever changes it and wherever. */
export function useCalendarsLive(ids: readonly number[]): void {
  const client = useQueryClient();
  const listened = ids.slice(0, LISTENED).join(' ');
  useEffect(() => {
    if (!listened) return;
    let asking: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      asking = undefined;
      // What is under way may have been answered before the change, and is not cut off either.
      const under = client.getQueryCache().findAll({ ...shown, fetchStatus: 'fetching' });
      await Promise.allSettled(under.map(({ promise }) => promise));
      await client.invalidateQueries(shown);
    };
    const soon = () => {
      asking ??= setTimeout(() => void ask(), Math.random() * ASK_WITHIN_MS);
    };
    const listener = { onMessage: soon, onActive: soon };
    const stops = listened
      .split(' ')
      .map((id) => realtime.subscribe<CalendarTold>(`/topic/calendar/${id}`, listener));
    return () => {
      clearTimeout(asking);
      for (const stop of stops) stop();
    };
  }, [client, listened]);
}
