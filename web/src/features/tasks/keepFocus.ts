/** As long as a busy device may take to draw the list without the row. */
const FRAMES = 30;

/**
 * What a row is used for may take it out of its list: then the focus goes on to the tick of the next row, else of the one before,
 * so that nobody begins anew by keyboard. `from`: in the row, before anything is done.
 */
export function keepFocus(from: HTMLElement): void {
  const ticks = [...document.querySelectorAll<HTMLElement>('[data-tick]')];
  const row = from.closest('[data-task]');
  const at = ticks.findIndex((tick) => tick === from || row?.contains(tick));
  const near = [...ticks.slice(at + 1), ...ticks.slice(0, Math.max(at, 0)).reverse()];
  const look = (frames: number) =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) near.find((tick) => tick.isConnected)?.focus();
      else if (from.isConnected && frames > 0) look(frames - 1);
    });
  look(FRAMES);
}
