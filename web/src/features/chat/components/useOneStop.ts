/**
 * The list is one stop of the Tab key: what stands in its rows (links, reactions, the toolbar) is reached with the arrows
 * from the row. Done to the document and not in each part of a row, so that no part can forget it.
 */
import { type RefObject, useEffect } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, audio, video, summary, [tabindex="0"]';

/** Those of a row that can be used now, in the order they are seen. */
export const controlsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS.replace(', [tabindex="0"]', ''))].filter(
    (one) => !one.matches(':disabled') && one.getClientRects().length > 0,
  );

function takeStops(within: ParentNode) {
  for (const one of within.querySelectorAll<HTMLElement>(CONTROLS)) {
    const row = one.closest('[data-row-key]');
    if (row && row !== one && one.tabIndex !== -1) one.tabIndex = -1;
  }
}

export function useOneStop(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = container.current;
    if (!list) return;
    takeStops(list);

    // A reaction taken back takes its button along, and the focus: its row has it then.
    let row: HTMLElement | null = null;
    const focused = ({ target }: FocusEvent) => {
      row = target instanceof Element && list.contains(target) ? rowOf(target) : null;
    };
    const pointed = () => {
      row = null;
    };
    const back = () => {
      if (document.activeElement === document.body) row?.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pointed, true);

    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof Element) takeStops(target);
      // Between two stops nothing has the focus for a moment.
      if (row && document.activeElement === document.body) setTimeout(back);
    });
    observer.observe(list, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pointed, true);
    };
  }, [container]);
}

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-row-key]');
