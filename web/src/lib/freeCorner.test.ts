import { describe, expect, it } from 'vitest';
import { freeCorner } from './freeCorner.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
});

describe('a toast', () => {
  it('lies at the top where nothing there is in use', () => {
    expect(freeCorner(null, 1440, 900)).toBe('top-right');
    expect(freeCorner(box(280, 820, 1420, 870), 1440, 900)).toBe('top-right');
    expect(freeCorner(box(500, 10, 860, 54), 1440, 900)).toBe('top-right');
  });

  it('gives way to what is in use there', () => {
    expect(freeCorner(box(1300, 10, 1344, 54), 1440, 900)).toBe('bottom-right');
  });

  it('takes a phone’s whole width', () => {
    expect(freeCorner(box(8, 4, 340, 48), 360, 740)).toBe('bottom-right');
    expect(freeCorner(box(8, 680, 340, 724), 360, 740)).toBe('top-right');
  });

  it('goes aside from what is as high as the window', () => {
    expect(freeCorner(box(1100, 0, 1440, 900), 1440, 900)).toBe('bottom-left');
  });
});
