/** Whether the system has emoji in colours. */
import { describe, expect, it } from 'vitest';
import { hasColours } from './emojiFont.ts';

const pixels = (...all: [red: number, green: number, blue: number][]) =>
  new Uint8ClampedArray(all.flatMap((one) => [...one, 255]));

describe('an emoji as it is drawn', () => {
  it('has colours, or is black and white with soft edges', () => {
    expect(hasColours(pixels([0, 0, 0], [128, 128, 128], [250, 200, 30]))).toBe(true);
    expect(hasColours(pixels([0, 0, 0], [128, 128, 128], [255, 255, 255]))).toBe(false);
    expect(hasColours(pixels([0, 0, 0], [0, 0, 0]))).toBe(false);
    // Edges that are smoothed for a screen's three colours differ a little.
    expect(hasColours(pixels([120, 126, 131]))).toBe(false);
  });
});
