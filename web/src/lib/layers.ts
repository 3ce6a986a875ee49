/** What lies open over the page (sheets, menus, dialogs), the newest last: Back closes it before it leaves the page. */
import { useEffect, useRef } from 'react';

const open: { close: () => void }[] = [];

export const hasOpen = (): boolean => open.length > 0;

/** Closes the one on top. */
export const closeTop = (): void => open.at(-1)?.close();

/** Open for as long as `shown` is; what is required (`close` null) lets Back pass. */
export function useLayer(close: (() => void) | null, shown = true): void {
  const newest = useRef(close);
  useEffect(() => {
    newest.current = close;
  });
  const closes = shown && close !== null;
  useEffect(() => {
    if (!closes) return;
    const layer = { close: () => newest.current?.() };
    open.push(layer);
    return () => {
      open.splice(open.indexOf(layer), 1);
    };
  }, [closes]);
}
