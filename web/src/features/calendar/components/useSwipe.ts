import { type RefObject, useEffect, useRef } from 'react';

/** How far a finger goes before it is a swipe, and how much more across than down. */
const FAR_PX = 60;
const STRAIGHT = 2;

/** A finger's swipe to the left leads to the next period, to the right to the one before. */
export function useSwipe(area: RefObject<HTMLElement | null>, step: (n: -1 | 1) => void): void {
  const newest = useRef(step);
  useEffect(() => {
    newest.current = step;
  });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let from: { x: number; y: number } | null = null;
    const begin = ({ touches }: TouchEvent) => {
      const [one] = touches;
      from = touches.length === 1 && one ? { x: one.clientX, y: one.clientY } : null;
    };
    const end = ({ changedTouches: [one] }: TouchEvent) => {
      if (!from || !one) return;
      const [across, down] = [one.clientX - from.x, one.clientY - from.y];
      from = null;
      if (Math.abs(across) < FAR_PX || Math.abs(across) < STRAIGHT * Math.abs(down)) return;
      newest.current(across < 0 ? 1 : -1);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchend', end, { passive: true });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchend', end);
    };
  }, [area]);
}
