import { useDeferredValue } from 'react';

/**
 * True as soon as `ready` is, but drawn in slices: what an answer from the server brings into the
 * page would otherwise be drawn in one go, and the page would not answer meanwhile. What is ready
 * from the beginning is there from the beginning.
 */
export function useSliced(ready: boolean): boolean {
  const later = useDeferredValue(ready);
  return ready && later;
}
