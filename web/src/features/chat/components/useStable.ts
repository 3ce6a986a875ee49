import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and always does the newest: what gets it need not render again for it. */
export function useStable<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...args: A) => newest.current(...args), []);
}
