import { useLayoutEffect, useRef } from 'react';

/** A dialog that is open for as long as it is drawn, above everything, with the focus inside. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect: it is closed before it leaves the page, so the browser can give the
  // focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
