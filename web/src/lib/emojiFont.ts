/** Emoji in colours where the system has a font without them, or none at all: some school computers, thin clients. */

const SIZE = 16;

/** What the system draws of an emoji, as red, green, blue, alpha; null: it cannot be looked at. */
function drawn(): Uint8ClampedArray | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.textBaseline = 'top';
  context.font = `${SIZE - 4}px sans-serif`;
  context.fillText('😀', 0, 0);
  return context.getImageData(0, 0, SIZE, SIZE).data;
}

/** Whether some of it is neither black, white nor between. */
export function hasColours(pixels: Uint8ClampedArray): boolean {
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > SIZE) return true;
  }
  return false;
}

/** Has a font brought where it is needed: of it only the parts whose signs are shown. */
export function bringEmoji(): void {
  const pixels = drawn();
  if (pixels && !hasColours(pixels))
    import('@fontsource/noto-color-emoji/index.css').catch(() => {});
}
