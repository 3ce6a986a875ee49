import { beforeEach, describe, expect, it } from 'vitest';
import { BEGUN_MAX, begunText, keepText } from './begunText.ts';
import { PERSONAL, writeStored } from './storage.ts';

beforeEach(() => localStorage.clear());

describe('texts that are being written', () => {
  it('are kept apart by what they are written to, until emptied', () => {
    keepText('comment/a', 'halvvägs');
    keepText('comment/b', 'annat');
    expect(begunText('comment/a')).toBe('halvvägs');
    keepText('comment/a', '  ');
    expect(begunText('comment/a')).toBe('');
    expect(begunText('comment/b')).toBe('annat');
  });

  it('let the oldest go', () => {
    for (let n = 0; n <= BEGUN_MAX; n += 1) keepText(`comment/${n}`, 'text', n);
    expect(begunText('comment/0')).toBe('');
    expect(begunText('comment/1')).toBe('text');
  });

  it('survive a storage that holds nonsense', () => {
    for (const nonsense of ['{', '[]', 'null', '{"a":3}']) {
      writeStored(`${PERSONAL}begun-texts`, nonsense);
      expect(begunText('a')).toBe('');
    }
  });
});
