import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLayer } from '@/lib/layers.ts';
import classes from './Sheet.module.css';

interface Props {
  label: string;
  /** Beside this on wide screens; a sheet from below on phones. */
  anchor: Element | null;
  /** At which edge of the anchor it stands on wide screens. */
  side?: 'start' | 'end';
  onClose: () => void;
  children: ReactNode;
}

const MARGIN = 8;

/** The browser's own dialog: it keeps the focus in, closes on Esc, gives the focus back and lies above all. */
export function Sheet({ label, anchor, side = 'end', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef(document.activeElement);
  useLayer(onClose);

  // In a layout effect: the focus is back as it closes. Later, it would be taken from where the keyboard has gone since.
  useLayoutEffect(() => {
    const element = dialog.current;
    const from = opener.current;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      const now = document.activeElement;
      if (now && now !== document.body && !element?.contains(now)) return;
      // The toolbar that opened it may be gone; its row is not.
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    };
  }, []);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !anchor) return;
    const place = () => {
      const at = anchor.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = element;
      const above = at.top - height - 4;
      const below = at.bottom + 4;
      const top = below + height + MARGIN <= window.innerHeight ? below : Math.max(MARGIN, above);
      const wanted = side === 'start' ? at.left : at.right - width;
      const left = Math.min(Math.max(MARGIN, wanted), window.innerWidth - width - MARGIN);
      element.style.setProperty(
        '--top',
        `${Math.min(top, window.innerHeight - height - MARGIN)}px`,
      );
      element.style.setProperty('--left', `${left}px`);
    };
    place();
    // What is loaded when opened changes the size once it is there.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [anchor, side]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself
    <dialog
      ref={dialog}
      className={classes.sheet}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={classes.content}>{children}</div>
    </dialog>
  );
}
