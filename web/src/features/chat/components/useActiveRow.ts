/** Which row shows its toolbar: the one under the mouse, else the one with the focus. A long press opens the sheet. */
import { type FocusEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import type { ListRow } from '../lib/rows.ts';
import { useMessageActions } from './actions.ts';

const LONG_PRESS_MS = 450;
const SLOP = 10;

const keyAt = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('[data-row-key]')?.dataset.rowKey ?? null;

/** The finger that opened the sheet is lifted over it: that click was not meant for what lies there now. */
function swallowNextClick() {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const over = () => window.removeEventListener('click', swallow, true);
  const lifted = () => setTimeout(over, 100);
  window.addEventListener('click', swallow, true);
  // Another touch is meant, however soon it comes.
  window.addEventListener('pointerdown', over, { capture: true, once: true });
  window.addEventListener('pointerup', lifted, { capture: true, once: true });
  window.addEventListener('touchend', lifted, { capture: true, once: true });
}

export function useActiveRow(rows: readonly ListRow[]) {
  const actions = useMessageActions();
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);

  const release = useCallback(() => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }, []);

  const handlers = {
    onPointerOver: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setHovered(keyAt(event.target));
    },
    onPointerLeave: () => setHovered(null),
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      const element = (event.target as Element).closest<HTMLElement>('[data-row-key]');
      const row = rows.find((one) => one.key === element?.dataset.rowKey);
      if (!element || !row || row.send || row.message.deleted) return;
      const timer = setTimeout(() => {
        press.current = null;
        swallowNextClick();
        navigator.vibrate?.(10);
        actions.openMenu(row.message, element);
      }, LONG_PRESS_MS);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const start = press.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onFocus: (event: FocusEvent) => setFocused(keyAt(event.target)),
    onBlur: (event: FocusEvent) => {
      if (!event.relatedTarget || keyAt(event.relatedTarget) === null) setFocused(null);
    },
  };
  return { active: hovered ?? focused, handlers };
}
