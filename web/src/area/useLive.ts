import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSubscription } from '@/realtime/useRealtime.ts';

/** How the events of one topic reach one cached answer of the server. */
export type Live<Data, Event> = {
  /** '/topic/entity/3/notices' */
  topic: string;
  queryKey: QueryKey;
  /** Pure; in any order and any number it gives what a fresh fetch would (test/law.ts). */
  fold: (held: Data, event: Event) => Data;
  /** What the events do not tell (what I may do with it) is asked for, soon. */
  lacks?: (held: Data) => boolean;
};

/** Of a deployment's nodes one may tell late: so many events are held against what is fetched meanwhile. */
const REMEMBERED = 200;
/** Everybody who looks asks at a moment of their own. */
const ASK_WITHIN_MS = 1_000;

/**
 * Keeps an answer true while it is shown. It is fetched anew whenever the server has confirmed the subscription or says that
 * something may be missing; what came during a fetch is folded again when it is there. Answers why it may not be heard, if so.
 */
export function useLive<Data, Event>(live: Live<Data, Event>): string | null {
  const client = useQueryClient();
  const [denied, setDenied] = useState<string | null>(null);
  const { topic } = live;
  const hash = hashKey(live.queryKey);
  const newest = useRef(live);
  newest.current = live;
  const recent = useRef<Event[]>([]);
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);

  const refetch = async () => {
    const { queryKey } = newest.current;
    // A further page that somebody has asked for is not cut off.
    await settled(client, queryKey);
    await client.invalidateQueries({ queryKey });
  };
  const apply = (events: readonly Event[]) => {
    const { queryKey, fold, lacks } = newest.current;
    const held = client.getQueryData<Data>(queryKey);
    if (held === undefined) return;
    const folded = events.reduce(fold, held);
    if (folded !== held) client.setQueryData(queryKey, folded);
    if (!lacks?.(folded)) return;
    asking.current ??= setTimeout(() => {
      asking.current = undefined;
      void refetch();
    }, Math.random() * ASK_WITHIN_MS);
  };
  const fold = useRef(apply);
  fold.current = apply;

  useEffect(() => {
    const stop = client.getQueryCache().subscribe((told) => {
      if (told.type !== 'updated' || told.query.queryHash !== hash) return;
      if (told.action.type === 'success' && !told.action.manual) fold.current(recent.current);
    });
    return () => {
      stop();
      recent.current = [];
      clearTimeout(asking.current);
      asking.current = undefined;
    };
  }, [client, hash]);

  useSubscription<Event | { type: 'RESYNC' }>(topic, {
    onMessage: (event) => {
      if (isResync(event)) {
        void refetch();
        return;
      }
      recent.current = [...recent.current.slice(1 - REMEMBERED), event];
      fold.current([event]);
    },
    onActive: () => {
      setDenied(null);
      void refetch();
    },
    onDenied: setDenied,
  });
  return denied;
}

/** When nothing of that query is under way: the library would cut it off for what is asked for next. */
export const settled = (client: QueryClient, queryKey: QueryKey): Promise<unknown> =>
  Promise.resolve(client.getQueryCache().find({ queryKey, exact: true })?.promise).catch(() => {});

const isResync = (event: unknown): event is { type: 'RESYNC' } =>
  (event as { type?: unknown } | null)?.type === 'RESYNC';
