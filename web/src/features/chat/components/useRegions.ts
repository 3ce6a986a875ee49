import { useEffect } from 'react';

const STOPS =
  '[data-row-key][tabindex="0"], a[aria-current="page"], textarea, a[href], button, input';

/** F6 goes from region to region (header, list, channel, side pane), Shift+F6 back. */
export function useRegions(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
        (region) => region.offsetParent !== null,
      );
      if (regions.length === 0) return;
      event.preventDefault();
      const current = regions.findIndex((region) => region.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const next = current === -1 ? 0 : (current + step + regions.length) % regions.length;
      focusIn(regions[next]);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Into what the region is for: its chosen message or channel, else the first thing that takes the focus. */
function focusIn(region: HTMLElement | undefined) {
  for (const selector of STOPS.split(', ')) {
    const stop = region?.querySelector<HTMLElement>(selector);
    if (stop) {
      stop.focus();
      return;
    }
  }
}
