/** Where sockets are blocked. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { POLL_MS, startPolling } from './polling.ts';

let asked: boolean[];
let told: boolean[];
let reached: boolean;
let tries: number;
let stop: () => void;

const start = () => {
  stop = startPolling({
    probe: async () => reached,
    probed: (one) => told.push(one),
    ask: (all) => asked.push(all),
    tryAgain: () => {
      tries += 1;
    },
  });
};
const rounds = (n: number) => vi.advanceTimersByTimeAsync(n * POLL_MS);
const hidden = (is: boolean) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(is ? 'hidden' : 'visible');

beforeEach(() => {
  vi.useFakeTimers();
  [asked, told, reached, tries] = [[], [], true, 0];
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what is asked for where sockets are blocked', () => {
  it('is what is new every five seconds, and everything every half minute', async () => {
    start();
    await rounds(0);
    expect(asked).toEqual([true]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([true, false]);
    await rounds(5);
    expect(asked).toEqual([true, false, false, false, false, false, true]);
    stop();
    await rounds(9);
    expect(asked).toHaveLength(7);
  });

  it('is nothing while the server does not answer either, or nobody looks', async () => {
    reached = false;
    start();
    await rounds(2);
    expect([told, asked]).toEqual([[false, false, false], []]);
    reached = true;
    await rounds(1);
    expect([told.at(-1), asked]).toEqual([true, [true]]);
    hidden(true);
    await rounds(3);
    expect(asked).toHaveLength(1);
    hidden(false);
    await rounds(1);
    expect(asked).toHaveLength(2);
  });

  it('tries a socket again each five minutes', async () => {
    start();
    await rounds(58);
    expect(tries).toBe(0);
    await rounds(1);
    expect(tries).toBe(1);
  });
});
