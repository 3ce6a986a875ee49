/**
 * Which row shows its toolbar: the one under the mouse, else the one with the focus. A long press opens the sheet, and a
 * swipe to the right answers in the thread.
 */
import { type FocusEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import type { Message } from '@/api/types.ts';
import type { ListRow } from '../lib/rows.ts';
import { useMessageActions } from './actions.ts';
import { LONG_PRESS_MS, SLOP, swallowNextClick } from './longPress.ts';

/** A swipe as long as this answers (px); its row follows the finger a little further. */
const SWIPE = 64;
const SWIPE_MOST = 80;
/** From the window's edge a swipe is the browser's own (px). */
const EDGE = 28;

/** A finger on a row: how far it has gone to the right, once it is sure that it goes there. */
interface Press {
  timer: ReturnType<typeof setTimeout>;
  x: number;
  y: number;
  element: HTMLElement;
  message: Message;
  swipes: boolean;
}

const follow = (element: HTMLElement, x: number) => {
  element.style.translate = x > 0 ? `${Math.min(x, SWIPE_MOST)}px` : '';
  element.toggleAttribute('data-swiped', x >= SWIPE);
};

const keyAt = (target: EventTarget) =>
  (target as Element).closest<HTMLElement>('[data-row-key]')?.dataset.rowKey ?? null;

export function useActiveRow(rows: readonly ListRow[], inThread = false) {
  const actions = useMessageActions();
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const press = useRef<Press | null>(null);

  const release = useCallback(() => {
    if (!press.current) return;
    clearTimeout(press.current.timer);
    follow(press.current.element, 0);
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
        release();
        swallowNextClick();
        navigator.vibrate?.(10);
        const reaction = (event.target as Element).closest('[data-reaction]');
        if (reaction) actions.showReactors(row.message, reaction);
        else actions.openMenu(row.message, element);
      }, LONG_PRESS_MS);
      const { clientX: x, clientY: y } = event;
      press.current = { timer, x, y, element, message: row.message, swipes: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const start = press.current;
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (start.swipes) follow(start.element, x);
      else if (Math.hypot(x, y) > SLOP) {
        const answers = !inThread && actions.abilities(start.message).reply;
        if (!answers || x < 2 * Math.abs(y) || start.x < EDGE) return release();
        clearTimeout(start.timer);
        start.swipes = true;
        follow(start.element, x);
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const start = press.current;
      release();
      if (start?.swipes && event.clientX - start.x >= SWIPE) actions.openThread(start.message);
    },
    onPointerCancel: release,
    onFocus: (event: FocusEvent) => setFocused(keyAt(event.target)),
    onBlur: (event: FocusEvent) => {
      if (!event.relatedTarget || keyAt(event.relatedTarget) === null) setFocused(null);
    },
  };
  return { active: hovered ?? focused, handlers };
}
