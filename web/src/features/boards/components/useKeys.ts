import type { KeyboardEvent } from 'react';
import { type Column, columnOf, type Step } from '../view.ts';

const STEP: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

type Keys = {
  /** As they are shown, in the row of the board where the focus is. */
  columnsAt: (lane: string | undefined) => readonly Column[];
  /** The card is drawn, and gets the focus. */
  focus: (idTask: number) => void;
  /** undefined: nothing may be moved. */
  move: ((idTask: number, step: Step) => void) | undefined;
};

/** Which card a key leads to. */
function cardAt(columns: readonly Column[], idTask: number, step: Step): number | undefined {
  const column = columnOf(columns, idTask);
  if (!column) return undefined;
  const at = column.cards.findIndex((one) => one.idTask === idTask);
  if (step === 'left' || step === 'right') {
    const by = step === 'left' ? -1 : 1;
    // Empty lists are passed over.
    for (let next = columns.indexOf(column) + by; columns[next]; next += by) {
      const cards = columns[next]?.cards ?? [];
      if (cards.length > 0) return cards[Math.min(at, cards.length - 1)]?.idTask;
    }
    return undefined;
  }
  const to = { up: at - 1, down: at + 1, first: 0, last: column.cards.length - 1 }[step];
  return column.cards[to]?.idTask;
}

/** Arrows go from card to card; with Alt they take the card along. */
export const onBoardKey = (keys: Keys) => (event: KeyboardEvent) => {
  const step = STEP[event.key];
  const { target, altKey } = event;
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(target instanceof HTMLElement)) return;
  const card = target.closest<HTMLElement>('[data-card]');
  if (!card || target.matches('input')) return;
  const idTask = Number(card.dataset.card);
  event.preventDefault();
  if (altKey) return keys.move?.(idTask, step);
  const lane = card.closest<HTMLElement>('[data-list]')?.dataset.lane;
  const next = cardAt(keys.columnsAt(lane), idTask, step);
  if (next !== undefined) keys.focus(next);
};
