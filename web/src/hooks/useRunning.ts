import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in what is drawn when the app is built, and while the app takes that over: for what only
 * the reader's own browser knows, such as the year.
 */
export function useRunning(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
