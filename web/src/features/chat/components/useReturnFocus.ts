import { type RefObject, useEffect, useRef } from 'react';
import { rowElement } from './useRoving.ts';

/** Where somebody was: the thing itself, or its row when that is gone by then (a toolbar goes with its row's focus). */
interface Origin {
  element: Element | null;
  rowKey: string | null;
}

/**
 * What opens beside the channel takes the focus; closed, it goes back to where it came from. `open` names what is open;
 * null: nothing is.
 */
export function useReturnFocus(
  root: RefObject<HTMLElement | null>,
  side: RefObject<HTMLElement | null>,
  open: string | null,
): void {
  const origin = useRef<Origin | null>(null);
  const wasOpen = useRef<string | null>(null);

  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = open;
    const element = document.activeElement;
    if (open !== null) {
      // From one thread to another the way back stays the first one.
      if (before === null && !side.current?.contains(element)) origin.current = originOf(element);
      return;
    }
    if (before === null) return;
    const from = origin.current;
    origin.current = null;
    // Somebody who has gone elsewhere meanwhile stays there.
    if (element && element !== document.body) return;
    requestAnimationFrame(() => target(root.current, from)?.focus({ preventScroll: true }));
  }, [open, root, side]);
}

function originOf(element: Element | null): Origin {
  const row = element?.closest<HTMLElement>('[data-row-key]');
  return {
    element: element === document.body ? null : element,
    rowKey: row?.dataset.rowKey ?? null,
  };
}

function target(root: HTMLElement | null, from: Origin | null): HTMLElement | null {
  if (from?.element instanceof HTMLElement && from.element.isConnected) return from.element;
  return (
    rowElement(root, from?.rowKey ?? null) ??
    // A phone's keyboard stays down until asked for: the field is for those who have keys.
    (window.matchMedia('(pointer: fine)').matches
      ? (root?.querySelector<HTMLElement>('[data-composer="channel"]') ?? null)
      : null)
  );
}
