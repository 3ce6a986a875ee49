import { useEffect, useRef, useState } from 'react';
import { callBetween, left } from './clock.ts';

const TICK_MS = 1_000;

/**
 * Milliseconds left until the deadline (null: there is none), and the call that is due. `onUp` is told once for each deadline
 * that is reached.
 */
export function useClock(deadline: string | null, ahead: number, onUp: () => void) {
  const [now, setNow] = useState(() => (deadline ? left(deadline, Date.now(), ahead) : null));
  const [call, setCall] = useState<number | null>(null);
  const before = useRef(now);
  const up = useRef(onUp);
  up.current = onUp;
  useEffect(() => {
    if (deadline === null) return;
    let isUp = false;
    const tick = () => {
      const ms = left(deadline, Date.now(), ahead);
      const due = callBetween(before.current ?? ms, ms);
      if (due !== null) setCall(due);
      before.current = ms;
      setNow(ms);
      if (ms > 0 || isUp) return;
      isUp = true;
      up.current();
    };
    tick();
    const ticking = setInterval(tick, TICK_MS);
    return () => clearInterval(ticking);
  }, [deadline, ahead]);
  return { left: deadline === null ? null : now, call };
}
