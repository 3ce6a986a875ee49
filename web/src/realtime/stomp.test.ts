/** How often the connection is tried again (social.md §5, §9), by the library itself; only the browser's socket is replaced. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ms, spec } from '../../e2e/spec/spec.ts';
import { createSocket, type Socket } from './stomp.ts';

const INTERVAL = ms(spec['social 9.1'].interval);
const MAXIMUM = ms(spec['social 9.1'].maximum);

/** Closes at once, as where no server is. */
class Unreachable {
  static readonly made: number[] = [];
  readyState = 0;
  binaryType = 'arraybuffer';
  onclose: ((event: object) => void) | null = null;
  constructor() {
    Unreachable.made.push(Date.now());
    setTimeout(() => {
      this.readyState = 3;
      this.onclose?.({ code: 1006, reason: '', wasClean: false });
    }, 0);
  }
  close() {}
  send() {}
}

let socket: Socket;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Unreachable);
  Unreachable.made.length = 0;
});
afterEach(() => {
  socket.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tries every 5 s, never later than the maximum [social 5.8 9.1]', async () => {
  const nothing = () => {};
  socket = createSocket('ws://localhost/ws-notify', {
    attempt: nothing,
    connected: nothing,
    socketError: nothing,
    closed: nothing,
  });
  socket.activate();
  await vi.advanceTimersByTimeAsync(INTERVAL * 12);
  const waits = Unreachable.made.slice(1).map((at, n) => at - (Unreachable.made[n] ?? 0));
  expect(waits.length).toBeGreaterThanOrEqual(10);
  for (const wait of waits) {
    expect(wait).toBeGreaterThanOrEqual(INTERVAL);
    expect(wait).toBeLessThan(INTERVAL + 100);
    expect(wait).toBeLessThanOrEqual(MAXIMUM);
  }
});
