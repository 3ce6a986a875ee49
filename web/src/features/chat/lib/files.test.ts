import { expect, test } from 'vitest';
import { fitted, isHeic } from './files.ts';

test('a picture has its place before it is there', () => {
  expect(fitted({ width: 4000, height: 3000 }, 360, 270)).toEqual({ width: 360, height: 270 });
  expect(fitted({ width: 100, height: 50 }, 360, 270)).toEqual({ width: 100, height: 50 });
  expect(fitted({ width: 100, height: 5000 }, 360, 250)).toEqual({ width: 5, height: 250 });
  expect(fitted({}, 360, 270)).toEqual({ width: 360, height: 270 });
});

test('what phones make', () => {
  expect(isHeic('IMG_0001.HEIC')).toBe(true);
  expect(isHeic('heic.jpg')).toBe(false);
});
