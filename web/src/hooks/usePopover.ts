import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLayer } from '@/lib/layers.ts';

/** Closes what is open: at most one of the header's lists is. */
let closeOpen: (() => void) | null = null;

type Popover = {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Around button and list: what happens outside closes it. */
  root: RefObject<HTMLDivElement | null>;
};

/**
 * A list that a button opens. Opening one closes the others; Escape (which gives the focus back
 * to the button), a click beside it or leaving it with the keyboard closes it.
 */
export function usePopover(): Popover {
  const [open, show] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = useCallback(() => show(false), []);

  const setOpen = useCallback(
    (wanted: boolean) => {
      if (wanted) {
        if (closeOpen !== close) closeOpen?.();
        closeOpen = close;
      }
      show(wanted);
    },
    [close],
  );

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    // Heard on the page: what had the focus may have gone meanwhile.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      close();
      root.current?.querySelector<HTMLElement>('button, input')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onEscape);
    };
  }, [open, close]);

  useLayer(close, open);

  useEffect(
    () => () => {
      if (closeOpen === close) closeOpen = null;
    },
    [close],
  );

  return { open, setOpen, root };
}
