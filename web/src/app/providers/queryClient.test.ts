import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { retryDelay, shouldRetry } from './queryClient.ts';

describe('the retry policy [shell 7.8]', () => {
  it('waits 1, 2 and 4 s, then gives up', () => {
    const error = new ApiError(503, {});
    const waits = [0, 1, 2].map((failures) => retryDelay(failures, error));
    expect(waits).toEqual([1_000, 2_000, 4_000]);
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
    expect(shouldRetry(0, new ApiError(404, {}))).toBe(false);
    expect(shouldRetry(0, new TypeError('bug'))).toBe(false);
  });
});
