/** Brings the list to a message and keeps it there until all that is drawn around it has its true height. */
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { type ListRow, rowOf } from '../lib/rows.ts';
import { rowElement } from './useRoving.ts';

export interface Jump {
  messageId: number;
  /** Differs each time, so that the same message can be jumped to twice. */
  seq: number;
}

interface Options {
  jump: Jump | null;
  rows: readonly ListRow[];
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Once for each jump, when its row is there. */
  onFound: (row: ListRow) => void;
  /** The row stands where it is to stand, or the reader has gone elsewhere. */
  onSettled: () => void;
}

/** Heights that are measured late come within a frame or two. */
const STILL_FRAMES = 6;
/** Both: where frames are slow, each must have its turn. */
const GIVE_UP_MS = 3000;
const GIVE_UP_FRAMES = 120;
/** What a hand does to a list; from then on the place is the reader's. */
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * By the row's key and not by its index: a page that comes above it moves every index. Until it has settled nothing
 * else is to be loaded: `settling()` tells.
 */
export function useJump({ jump, rows, scroller, virtualizer, onFound, onSettled }: Options) {
  const done = useRef(-1);
  const found = useRef(-1);
  const settling = useCallback(() => jump !== null && done.current !== jump.seq, [jump]);
  const newest = useRef({ rows, onFound, onSettled });
  useLayoutEffect(() => {
    newest.current = { rows, onFound, onSettled };
  });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!jump || !element || done.current === jump.seq) return;
    let frame = 0;
    let still = 0;
    let frames = 0;
    let began: number | null = null;
    const settle = () => {
      if (done.current === jump.seq) return;
      done.current = jump.seq;
      newest.current.onSettled();
    };
    const finish = () => {
      stop();
      settle();
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      for (const hand of HANDS) element.removeEventListener(hand, finish);
    };
    const step = () => {
      frame = requestAnimationFrame(step);
      const index = rowOf(newest.current.rows, jump.messageId);
      const row = newest.current.rows[index];
      // Its page is still on the way.
      if (!row) return;
      began ??= performance.now();
      frames += 1;
      if (found.current !== jump.seq) {
        found.current = jump.seq;
        newest.current.onFound(row);
      }
      const place = placeOf(element, row.key);
      if (place !== 'away') still += 1;
      else {
        still = 0;
        virtualizer.scrollToIndex(index, { align: 'center' });
      }
      const stands = still >= STILL_FRAMES;
      // At an end of what is loaded: once more is there, there is room to stand in the middle.
      if (stands && place === 'edge') settle();
      const isLate = frames > GIVE_UP_FRAMES && performance.now() - began > GIVE_UP_MS;
      if ((stands && place === 'middle') || isLate) finish();
    };
    for (const hand of HANDS) element.addEventListener(hand, finish, { passive: true });
    step();
    return stop;
  }, [jump, scroller, virtualizer]);

  return settling;
}

/** In the middle, or as near to it as the list's ends allow: at an edge. */
function placeOf(scroller: HTMLElement, key: string): 'middle' | 'edge' | 'away' {
  const row = rowElement(scroller, key)?.getBoundingClientRect();
  if (!row) return 'away';
  const view = scroller.getBoundingClientRect();
  const off = row.top + row.height / 2 - (view.top + view.height / 2);
  const { scrollTop, scrollHeight, clientHeight } = scroller;
  const room = off < 0 ? scrollTop : scrollHeight - clientHeight - scrollTop;
  if (Math.abs(off) <= 2) return 'middle';
  return room <= 1 ? 'edge' : 'away';
}
