import { useEffect, useRef } from 'react';
import { useEventActions } from './useEventActions.tsx';
import type { EventWish } from './wish.ts';

/** Carries out what a view asks for; its code comes when something is asked. */
export default function EventActions({ wish }: { wish: EventWish }) {
  const actions = useEventActions();
  const newest = useRef(actions);
  const done = useRef<EventWish | null>(null);
  useEffect(() => {
    newest.current = actions;
  });
  useEffect(() => {
    // Each wish once.
    if (done.current === wish) return;
    done.current = wish;
    const { move, askMove, remove } = newest.current;
    if (wish.kind === 'move') move(wish.met, wish.shift);
    else if (wish.kind === 'askMove') askMove(wish.met);
    else remove(wish.met);
  }, [wish]);
  return actions.dialog;
}
