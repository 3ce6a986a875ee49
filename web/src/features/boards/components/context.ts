import { createContext, useContext } from 'react';
import type { Person, RowChange } from '../types.ts';
import type { BoardActs } from '../useBoardActs.ts';
import type { Near } from '../view.ts';

/** A row of the board to which a card goes, and what of the card changes by that. */
export type ToRow = { name: string; change: RowChange };

/** What cards and lists need of their board; the same object for as long as none of it changes. */
export type BoardParts = {
  idBoard: number;
  /** Whether cards are moved, made and changed by who looks. */
  edits: boolean;
  today: string;
  now: number;
  people: ReadonlyMap<number, Person>;
  acts: BoardActs;
  open: (idTask: number) => void;
  /** Opens what can be done with a card. */
  menu: (idTask: number, anchor: HTMLElement) => void;
  /** `to`: as it goes to another row of the board. */
  move: (idTask: number, idList: number, near: Near, to?: ToRow) => void;
  /** Moves a list one place to the left or right; null: there is none. */
  moveList: (idList: number, by: -1 | 1) => (() => void) | null;
  /** null: nothing is being marked. */
  marked: ReadonlySet<number> | null;
  mark: (idTask: number, isMarked: boolean) => void;
  say: (words: string) => void;
};

export const BoardContext = createContext<BoardParts | null>(null);

export function useParts(): BoardParts {
  const parts = useContext(BoardContext);
  if (!parts) throw new Error('a card stands outside of a board');
  return parts;
}
