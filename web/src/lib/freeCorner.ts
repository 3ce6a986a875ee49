/** Where a toast lies: never over the control that has the focus. */
export type Corner = 'top-right' | 'bottom-left' | 'bottom-right';

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** About as much as a few toasts take (px); on a phone they take the whole width. */
const WIDTH = 440;
const HEIGHT = 220;
const NARROW = 768;

/** `used`: what has the focus; where nothing has, toasts come below the header at the right. */
export function freeCorner(used: Box | null, width: number, height: number): Corner {
  if (!used) return 'top-right';
  const narrow = width < NARROW;
  const atRight = narrow || used.right > width - WIDTH;
  const covered = (top: number, bottom: number) => used.top < bottom && used.bottom > top;
  if (!atRight || !covered(0, HEIGHT)) return 'top-right';
  return covered(height - HEIGHT, height) ? 'bottom-left' : 'bottom-right';
}
