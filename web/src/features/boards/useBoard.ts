import { useQuery } from '@tanstack/react-query';
import { useMemo, useReducer, useRef, useState } from 'react';
import { useLiveBoard } from '@/area/useLiveBoard.ts';
import { boardKey, boardQuery, missedChanges } from './api.ts';
import type { Board, Move } from './types.ts';
import { useMoves } from './useMoves.ts';
import { type Column, columnsOf, moved } from './view.ts';
import { changeOf, type SentChange } from './wire.ts';

/**
 * What was shown when it began, for as long as it is held: nothing moves under a finger or a mouse. To hold it draws nothing; to
 * let go draws what has come meanwhile.
 */
function useHeld<T>(value: T): [T, (isHeld: boolean) => void] {
  const shown = useRef(value);
  const holds = useRef(false);
  const [, letGo] = useReducer((n: number) => n + 1, 0);
  if (!holds.current) shown.current = value;
  const hold = (isHeld: boolean) => {
    holds.current = isHeld;
    if (!isHeld) letGo();
  };
  return [shown.current, hold];
}

/** The answer and what is told live; with what is missed asked for. */
export function useLive(idBoard: number) {
  const query = useQuery(boardQuery(idBoard));
  const live = useLiveBoard<Board, SentChange>({
    topic: `/topic/board/${idBoard}`,
    queryKey: boardKey(idBoard),
    read: changeOf,
    missed: (after) => missedChanges(idBoard, after),
  });
  return { query, ...live };
}
export type Live = ReturnType<typeof useLive>;

/** A board as it is shown: true, with one's own moves that are on their way, and still while somebody drags. */
export function useShown(board: Board, live: Live, refused: (move: Move, error: unknown) => void) {
  /** Taken away by a click that has not been answered. */
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const { queue, moves } = useMoves(board.idBoard, { done: live.tell, refused });
  const before = useRef<readonly Column[]>([]);
  const columns = useMemo(() => {
    const cards =
      hidden.size > 0 ? board.cards.filter((one) => !hidden.has(one.idTask)) : board.cards;
    before.current = columnsOf({ lists: board.lists, cards }, before.current);
    return moves.reduce(moved, before.current);
  }, [board.lists, board.cards, hidden, moves]);
  const [shown, hold] = useHeld({ board, columns, viewers: live.viewers });
  const hide = (ids: readonly number[], isHidden: boolean) =>
    setHidden((held) => {
      const next = new Set(held);
      for (const id of ids) {
        if (isHidden) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return { ...shown, waiting: moves.length, queue, hide, hold };
}
export type Shown = ReturnType<typeof useShown>;
