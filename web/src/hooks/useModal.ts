import { useEffect, useLayoutEffect, useRef } from 'react';

type ModalOptions = {
  /** Only what stands in it closes it. */
  required?: boolean;
  /** Somebody tried to leave what is required. */
  onRefused?: (() => void) | undefined;
};

/** A dialog that is open for as long as it is drawn, above everything, with the focus inside. */
export function useModal({ required = false, onRefused }: ModalOptions = {}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect: it is closed before it leaves the page, so the browser can give the
  // focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    // Before it opens: what may close it is decided then.
    if (required) shown?.setAttribute('closedby', 'none');
    shown?.showModal();
    // React's autoFocus comes too early, while nothing of a closed dialog takes the focus.
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => shown?.close();
  }, [required]);

  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  useEffect(() => {
    const shown = dialog.current;
    if (!required || !shown) return;
    return keepOpen(shown, () => refused.current?.());
  }, [required]);
  return dialog;
}

/**
 * Refusing the browser's 'cancel' is not enough: it lets a dialog refuse once, and closes it at
 * the second Escape in a row. Where 'closedby' is not known the key itself is stopped, and a
 * dialog that was closed all the same (a phone's back gesture) comes again.
 */
function keepOpen(shown: HTMLDialogElement, refused: () => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if ([...document.querySelectorAll('dialog[open]')].at(-1) !== shown) return;
    event.preventDefault();
    if (!event.repeat) refused();
  };
  const onClose = () => {
    if (shown.isConnected && !shown.open) shown.showModal();
  };
  document.addEventListener('keydown', onKey);
  shown.addEventListener('close', onClose);
  return () => {
    document.removeEventListener('keydown', onKey);
    shown.removeEventListener('close', onClose);
  };
}
