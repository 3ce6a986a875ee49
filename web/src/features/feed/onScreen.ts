/** What stays on the screen. One observer for all of a list: a thousand rows cost no more than what passes. */
import { type RefObject, useEffect, useState } from 'react';

/** Whoever scrolls past listens to nothing (ms). */
const STAYS_MS = 500;

const watched = new Map<Element, (on: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, tell: (on: boolean) => void): () => void {
  observer ??= new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) watched.get(target)?.(isIntersecting);
  });
  watched.set(element, tell);
  observer.observe(element);
  return () => {
    watched.delete(element);
    observer?.unobserve(element);
  };
}

/** Whether it stays on the screen. */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = watch(element.current, (on) => {
      clearTimeout(timer);
      timer = setTimeout(() => setShown(on), STAYS_MS);
    });
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [element]);
  return shown;
}
