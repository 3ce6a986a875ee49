import { type PointerEvent as ReactPointerEvent, useState } from 'react';

/** What is dragged, and over what it is. */
export type Row = { kind: 'lesson' | 'module'; id: number };

/** How far a pointer goes before it drags. */
const SLACK = 6;

/** The row under a point. */
function rowAt(x: number, y: number): Row | null {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row-kind]');
  const { rowKind, rowId } = row?.dataset ?? {};
  return rowKind && rowId ? { kind: rowKind as Row['kind'], id: Number(rowId) } : null;
}

/** Rows are dragged by a mouse or a pen at their handle; a finger scrolls, and has the buttons. */
export function useDrag(onDrop: (dragged: Row, over: Row) => void) {
  const [dragged, setDragged] = useState<Row | null>(null);
  const [over, setOver] = useState<Row | null>(null);
  const begin = (row: Row) => (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.preventDefault();
    const from = { x: event.clientX, y: event.clientY };
    let target: Row | null = null;
    let drags = false;
    const move = (now: PointerEvent) => {
      drags ||= Math.hypot(now.clientX - from.x, now.clientY - from.y) > SLACK;
      if (!drags) return;
      target = rowAt(now.clientX, now.clientY);
      setDragged(row);
      setOver(target);
    };
    const end = (isDropped: boolean) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', giveUp);
      setDragged(null);
      setOver(null);
      if (isDropped && drags && target) onDrop(row, target);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const giveUp = ({ key }: KeyboardEvent) => key === 'Escape' && end(false);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', giveUp);
  };
  return { dragged, over, begin };
}
