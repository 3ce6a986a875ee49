import { useEffect, useState } from 'react';

/** Browsers without requestIdleCallback wait this long instead (ms). */
const SOON = 200;
/** A page that is never idle gets its rest all the same (ms). */
const AT_LAST = 5_000;

/** Once the page has nothing more urgent to do; answers how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, SOON);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: AT_LAST });
  return () => cancelIdleCallback(handle);
}

/** False until the page has been idle: for what nobody sees at first. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}
