import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bookingCalls, freeAnew, type TimesOf } from './api.ts';
import type { Hold, TimeSpan } from './types.ts';

type Held = { hold: Hold | null; error: unknown };
const none: Held = { hold: null, error: null };

/**
 * A time that is held for whoever is about to book it, from when it is asked for until it is another, booked, or left. One call at
 * a time: a person has few holds, and the last one's would stand in the way of the next.
 */
export function useHold({ kind, id }: TimesOf, span: TimeSpan | null, first?: Hold) {
  const client = useQueryClient();
  const [held, setHeld] = useState<Held>(first ? { hold: first, error: null } : none);
  /** What is held already of the first time is not asked for again. */
  const given = useRef(first);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  /** As it is known once the calls are answered, before it is drawn. */
  const latest = useRef(first ?? null);
  /** A booking has taken it over: nothing is given back. */
  const kept = useRef(false);
  const { start, end } = span ?? {};

  useEffect(() => {
    if (!start || !end) return;
    let wanted = true;
    let mine: Hold | null = null;
    kept.current = false;
    const then = (step: () => Promise<unknown>) => {
      line.current = line.current.then(step).catch(() => {});
    };
    if (given.current) {
      mine = given.current;
      given.current = undefined;
    } else {
      setHeld(none);
      latest.current = null;
      then(async () => {
        if (!wanted) return;
        try {
          mine = await bookingCalls.hold({ kind, id }, { start, end });
          if (wanted) latest.current = mine;
          if (wanted) setHeld({ hold: mine, error: null });
        } catch (error) {
          if (wanted) setHeld({ hold: null, error });
        }
      });
    }
    return () => {
      wanted = false;
      then(async () => {
        if (mine && !kept.current) await bookingCalls.release(mine);
      });
    };
  }, [kind, id, start, end]);

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
  /** What is held once no call is under way: whoever books earlier would meet their own hold as somebody else's. */
  const settled = useCallback(async () => {
    await line.current;
    return latest.current;
  }, []);
  return { ...held, keep, settled };
}
