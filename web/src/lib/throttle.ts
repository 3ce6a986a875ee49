/** Lets `run` through at most once per `interval` ms: the first call at once, the others not at all. */
export function throttle<Args extends unknown[]>(run: (...args: Args) => void, interval: number) {
  let last = Number.NEGATIVE_INFINITY;
  return (...args: Args): void => {
    const now = Date.now();
    if (now - last < interval) return;
    last = now;
    run(...args);
  };
}
