import { expect, test } from 'vitest';
import { sizeOf } from './sizes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1400, '1,4 kB'],
  [25 * 1024 * 1024, '26 MB'],
  [107_374_182_400, '107 GB'],
  [3_000_000_000_000_000, '3\u00a0000 TB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(sizeOf(bytes)).toBe(expected);
});
