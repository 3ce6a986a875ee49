import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After going to another page, the focus starts at that page's heading: a screen reader reads
 * it and Tab goes on from there. Within an area that keeps its own focus nothing is moved.
 */
export function useRouteFocus(area: string | undefined) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const page = area ?? pathname;
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const target = main.current;
    // A page may have put the focus where its work begins.
    if (!target || target.contains(document.activeElement)) return;
    const heading = target.querySelector<HTMLElement>('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? target).focus({ preventScroll: true });
  }, [page]);

  return main;
}
