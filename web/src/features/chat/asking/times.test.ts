/** Polls about when. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Poll } from '@/api/types.ts';
import { mostCan, timesFrom, timeWords } from './times.ts';

const NOW = Date.parse('2027-04-01T10:00:00Z');

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Stockholm');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const option = (start: string | null, count: number) => ({
  text: 'en tid',
  count,
  ...(start && timesFrom(start, 60)),
});
const poll = (...options: Poll['options']): Poll => ({
  question: 'Vem kan när?',
  options,
  multiple: true,
  anonymous: false,
  closes: null,
  closed: false,
  voters: 3,
});

describe('a poll about when', () => {
  it.each([
    ['2027-05-14T16:00:00Z', 90, 'fre 14 maj 18:00–19:30'],
    ['2028-01-03T08:30:00Z', 30, 'mån 3 jan 2028 09:30–10:00'],
    ['2027-05-14T20:00:00Z', 180, 'fre 14 maj 22:00 – lör 15 maj 01:00'],
  ])('%s and %s minutes is called %s', (start, minutes, words) => {
    expect(timeWords(timesFrom(start, minutes), NOW)).toBe(words);
  });

  it('lasts as long across a change to summer time', () => {
    const times = timesFrom('2027-03-28T00:30:00Z', 60);
    expect(times.end).toBe('2027-03-28T01:30:00.000Z');
    expect(timeWords(times, NOW)).toBe('sön 28 mars 01:30–03:30');
  });

  it('finds when most can, of several the earliest', () => {
    const [early, late] = ['2027-05-14T16:00:00Z', '2027-05-15T16:00:00Z'];
    expect(mostCan(poll(option(late, 2), option(early, 1)))?.start).toBe(late);
    expect(mostCan(poll(option(late, 2), option(early, 2)))?.start).toBe(early);
    expect(mostCan(poll(option(null, 5), option(null, 0)))).toBeNull();
  });
});
