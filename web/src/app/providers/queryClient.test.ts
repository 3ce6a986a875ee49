import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { count, ms, spec } from '../../../e2e/spec/spec.ts';
import { retryDelay, shouldRetry } from './queryClient.ts';

describe('the retry policy [shell 7.8]', () => {
  const said = spec['7.8'];
  it('waits longer each time, then gives up [shell 7.8]', () => {
    const { first, second, third, tries } = spec['7.8'];
    const error = new ApiError(503, {});
    const waits = [0, 1, 2].map((failures) => retryDelay(failures, error));
    expect(waits).toEqual([first, second, third].map(ms));
    expect(count(tries)).toBe(waits.length);
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('waits as long as the server asks', () => {
    expect(retryDelay(0, new ApiError(429, {}, 7))).toBe(7_000);
  });

  it('does not repeat what was refused, nor a mistake of our own', () => {
    for (let status = 400; status < 500; status += 1) {
      const again = [said.timeout, said.busy].includes(String(status));
      expect(shouldRetry(0, new ApiError(status, {})), String(status)).toBe(again);
    }
    expect(shouldRetry(0, new TypeError('bug'))).toBe(false);
  });
});
