import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import type { components } from '@/api/schema.gen.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { type BoardItem, type ChangeOf, foldBoard, type Held, isMissing } from './board.ts';
import { settled } from './useLive.ts';

/** How what is told of one board reaches its cached answer. */
export type LiveBoard<Board extends BoardItem, Sent> = {
  /** '/topic/board/3' */
  topic: string;
  queryKey: QueryKey;
  /** An event's change, as it is held. */
  read: (sent: Sent) => ChangeOf<Board>;
  /** Everything that changed since, as it is now; null: too long ago, so the board is fetched anew. */
  missed: (after: number) => Promise<ChangeOf<Board> | null>;
};

/** Who has it open, as far as one may know; of many the first, and how many there are. */
export type Viewers = { viewers: components['schemas']['Person'][]; count: number };

type Event<Sent> =
  | { type: 'BOARD_CHANGED'; change: Sent }
  | { type: 'BOARD_CLOSED' }
  | ({ type: 'BOARD_VIEWERS' } & Viewers)
  | { type: 'RESYNC' };

/** So many changes are held against an answer that is fetched meanwhile and may be older. */
const REMEMBERED = 200;
/** Everybody who looks asks at a moment of their own; what was lost is mostly only late. */
const ASK_WITHIN_MS = 1_000;
const GONE = [403, 404];

type Timer = ReturnType<typeof setTimeout> | undefined;

/** Once for all that wish for it meanwhile. */
function soon(timer: { current: Timer }, run: () => void) {
  timer.current ??= setTimeout(() => {
    timer.current = undefined;
    run();
  }, Math.random() * ASK_WITHIN_MS);
}

/**
 * Keeps a board true while it is shown: what is told is folded, a gap is asked for by the version that is held, and so is what may
 * have been missed before the subscription stood. `tell`: what an answer to one's own call says.
 */
export function useLiveBoard<Board extends BoardItem, Sent>(live: LiveBoard<Board, Sent>) {
  const client = useQueryClient();
  const hash = hashKey(live.queryKey);
  const newest = useRef(live);
  newest.current = live;
  const recent = useRef<ChangeOf<Board>[]>([]);
  const waiting = useRef<Timer>(undefined);
  const refetching = useRef<Timer>(undefined);
  const asking = useRef(false);
  /** Wished for while an answer was on its way, which may be older. */
  const again = useRef(false);
  /** It was deleted, or is no longer for me. */
  const [closed, setClosed] = useState(false);
  const [viewers, setViewers] = useState<Viewers | null>(null);

  function apply(changes: readonly ChangeOf<Board>[]) {
    const { queryKey } = newest.current;
    const held = client.getQueryData<Held<Board>>(queryKey);
    if (!held) return;
    const folded = changes.reduce((board, change) => foldBoard<Board>(board, change), held);
    if (folded !== held) client.setQueryData(queryKey, folded);
    if (isMissing(folded)) soon(waiting, () => void catchUp());
  }

  function tell(change: ChangeOf<Board>) {
    recent.current = [...recent.current.slice(1 - REMEMBERED), change];
    apply([change]);
    // What somebody may do with it is not told with it.
    if (change.head)
      soon(refetching, () => void client.invalidateQueries({ queryKey: live.queryKey }));
  }

  /** What has changed since what is held. */
  async function catchUp() {
    const { queryKey, missed } = newest.current;
    await settled(client, queryKey);
    const held = client.getQueryData<Held<Board>>(queryKey);
    if (!held) return;
    if (asking.current) {
      again.current = true;
      return;
    }
    asking.current = true;
    try {
      const change = await missed(held.version);
      if (hashKey(newest.current.queryKey) !== hash) return;
      if (change) tell(change);
      else await client.invalidateQueries({ queryKey });
    } catch (error) {
      if (error instanceof ApiError && GONE.includes(error.status)) setClosed(true);
      // Whatever else it was: the next event, or the next connection, asks again.
    } finally {
      asking.current = false;
    }
    if (!again.current) return;
    again.current = false;
    void catchUp();
  }

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
      for (const timer of [waiting, refetching]) {
        clearTimeout(timer.current);
        timer.current = undefined;
      }
      setClosed(false);
      setViewers(null);
    };
  }, [client, hash]);

  useSubscription<Event<Sent>>(live.topic, {
    onMessage: (event) => {
      if (event.type === 'BOARD_CHANGED') tell(newest.current.read(event.change));
      else if (event.type === 'BOARD_CLOSED') setClosed(true);
      else if (event.type === 'BOARD_VIEWERS') setViewers(event);
      else void catchUp();
    },
    onActive: () => void catchUp(),
    onPoll: () => void catchUp(),
    onDenied: () => {
      setViewers(null);
      void catchUp();
    },
  });
  return { tell, catchUp, closed, viewers };
}
