import { useSyncExternalStore } from 'react';

/** A phone, as in the style sheets. */
const narrow = window.matchMedia('(max-width: 48em)');
const isNarrow = () => narrow.matches;
function onNarrow(tell: () => void) {
  narrow.addEventListener('change', tell);
  return () => narrow.removeEventListener('change', tell);
}

/** Whether there is as much room as on a phone. */
export const usePhone = (): boolean => useSyncExternalStore(onNarrow, isNarrow);
