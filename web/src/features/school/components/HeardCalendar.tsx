import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { calendarKey } from '@/features/calendar/api.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';

/** Everybody who looks asks at a moment of their own, and once of what is told within it. */
const ASK_WITHIN_MS = 1_000;

/** Keeps what is shown of a calendar true, whoever changes it and wherever. What has changed is not told: it is asked for. */
export function HeardCalendar({ id }: { id: number }) {
  const client = useQueryClient();
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(asking.current), []);
  const soon = () => {
    clearTimeout(asking.current);
    asking.current = setTimeout(
      () => void client.invalidateQueries({ queryKey: [...calendarKey, 'events'] }),
      Math.random() * ASK_WITHIN_MS,
    );
  };
  useSubscription(`/topic/calendar/${id}`, { onMessage: soon, onActive: soon });
  return null;
}
