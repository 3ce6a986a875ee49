/** What is done where sockets are blocked, as in some schools' networks: plain requests, for as long as it lasts. */

export const POLL_MS = 5_000;
/** Everything is asked for anew each so many rounds, and a socket is tried again each so many. */
const ALL_EACH = 6;
const TRY_EACH = 60;

export interface Polled {
  /** Whether a plain request is answered. */
  probe(): Promise<boolean>;
  /** It was, or not. */
  probed(reached: boolean): void;
  /** What is new is asked for; `all`: everything. */
  ask(all: boolean): void;
  /** A socket may be let through again. */
  tryAgain(): void;
}

/** Goes on until it is stopped, one round at a time; nothing is asked for while nobody looks. */
export function startPolling({ probe, probed, ask, tryAgain }: Polled): () => void {
  let round = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const turn = async () => {
    if (document.visibilityState === 'visible' && navigator.onLine) {
      const reached = await probe();
      if (stopped) return;
      probed(reached);
      if (reached) {
        ask(round % ALL_EACH === 0);
        round += 1;
        if (round % TRY_EACH === 0) tryAgain();
      }
    }
    if (!stopped) timer = setTimeout(() => void turn(), POLL_MS);
  };
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
