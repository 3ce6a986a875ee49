/** A finger that stays where it is, in place of the pointer's second button. */
import type { PointerEvent } from 'react';

export const LONG_PRESS_MS = 450;
/** A finger is never quite still (px). */
export const SLOP = 10;

/** The finger that opened something is lifted over it: that click was not meant for what lies there now. */
export function swallowNextClick() {
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

/** For `onPointerDown`: runs it when the finger has stayed; not when it scrolls, or is lifted before. */
export function onLongPress(event: PointerEvent, run: () => void) {
  if (event.pointerType === 'mouse') return;
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort();
    swallowNextClick();
    navigator.vibrate?.(10);
    run();
  }, LONG_PRESS_MS);
  over.signal.onabort = () => clearTimeout(timer);
  const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', still = false) =>
    window.addEventListener(
      type,
      ({ clientX, clientY }) => {
        const gone = Math.hypot(clientX - event.clientX, clientY - event.clientY);
        if (!still || gone > SLOP) over.abort();
      },
      { signal: over.signal },
    );
  on('pointermove', true);
  on('pointerup');
  on('pointercancel');
}
