import { useDeferredValue, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in what is drawn when the app is built, and while the app takes that over: for what only
 * the reader's own browser knows, such as the year.
 */
export function useRunning(): boolean {
  const running = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  // What it brings is drawn in slices, after the page has been taken over.
  return useDeferredValue(running);
}
