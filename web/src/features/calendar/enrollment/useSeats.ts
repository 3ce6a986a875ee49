import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { settled } from '@/area/useLive.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { calendarKey, eventQuery } from '../api.ts';
import type { CalendarEvent } from '../types.ts';
import type { EnrollmentStatus } from './api.ts';
import { isNews, type SeatsEvent, seatsTopic, withSeats } from './seats.ts';

/** Whose own place may move with those of the others. */
const MOVING: EnrollmentStatus[] = ['WAITLISTED', 'OFFERED', 'PENDING', 'INVITED'];
/** Everybody who looks asks at a moment of their own. */
const ASK_WITHIN_MS = 1_000;

/** Keeps the places of an event true while it is shown; `whole`: the list of its people as well. */
export function useSeats(event: CalendarEvent, recurrenceId: string | null, whole: boolean) {
  const client = useQueryClient();
  const heard = useRef(-1);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { queryKey } = eventQuery(event.eventUUID, true, recurrenceId);
  useEffect(() => () => clearTimeout(asking.current), []);

  async function refresh() {
    // What is under way may have been answered before the change.
    await settled(client, queryKey);
    await client.invalidateQueries({ queryKey });
    if (whole) await client.invalidateQueries({ queryKey: [...calendarKey, 'enrolled'] });
  }
  function soon() {
    clearTimeout(asking.current);
    asking.current = setTimeout(() => void refresh(), Math.random() * ASK_WITHIN_MS);
  }

  useSubscription<SeatsEvent | { type: 'RESYNC' }>(seatsTopic(event.idCalendarEvent), {
    onMessage: (told) => {
      if (told.type === 'RESYNC') return void refresh();
      if (!isNews(told, recurrenceId, heard.current)) return;
      heard.current = told.version;
      const isAsked = client.isFetching({ queryKey, exact: true }) > 0;
      client.setQueryData<CalendarEvent>(queryKey, (held) => held && withSeats(held, told));
      const mine = event.enrollment?.myEnrollmentStatus ?? 'NONE';
      if (whole || isAsked || MOVING.includes(mine)) soon();
    },
    onActive: () => void refresh(),
  });

  // An answer of who runs it, or an offer, comes to the bell.
  useSubscription<UserEvent>('/user/queue/notifications', {
    onMessage: (told) => {
      if (told.type === 'NOTIFICATION' && told.notification.path?.includes(event.eventUUID)) soon();
    },
  });
}
