import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bookingCalls, freeAnew } from './api.ts';
import type { Hold, TimeSpan } from './types.ts';

type Held = { hold: Hold | null; error: unknown };
const none: Held = { hold: null, error: null };

/**
 * A time that is held for whoever is about to book it, from when it is asked for until it is another, booked, or left. One call at
 * a time: a person has few holds, and the last one's would stand in the way of the next.
 */
export function useHold(idBookable: number, span: TimeSpan | null) {
  const client = useQueryClient();
  const [held, setHeld] = useState(none);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  /** A booking has taken it over: nothing is given back. */
  const kept = useRef(false);
  const { start, end } = span ?? {};

  useEffect(() => {
    if (!start || !end) return;
    let wanted = true;
    let mine: Hold | null = null;
    kept.current = false;
    setHeld(none);
    const then = (step: () => Promise<unknown>) => {
      line.current = line.current.then(step).catch(() => {});
    };
    then(async () => {
      if (!wanted) return;
      try {
        mine = await bookingCalls.hold(idBookable, { start, end });
        if (wanted) setHeld({ hold: mine, error: null });
      } catch (error) {
        if (wanted) setHeld({ hold: null, error });
      }
    });
    return () => {
      wanted = false;
      then(async () => {
        if (mine && !kept.current) await bookingCalls.release(idBookable, mine.holdId);
      });
    };
  }, [idBookable, start, end]);

  // Once the last is given back, the time is free for whoever looks on.
  useEffect(
    () => () => {
      line.current = line.current.then(() => freeAnew(client));
    },
    [client],
  );

  const keep = useCallback(() => {
    kept.current = true;
  }, []);
  return { ...held, keep };
}
