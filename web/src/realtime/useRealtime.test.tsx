/** What a part of the page wants to hear reaches the connection as it is. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { realtime } from './connection.ts';
import type { Listener } from './registry.ts';
import { useSubscription } from './useRealtime.ts';

let heard: Listener[];

function Part(listener: Listener) {
  useSubscription('/topic/a', listener);
  return null;
}

beforeEach(() => {
  heard = [];
  vi.spyOn(realtime, 'subscribe').mockImplementation((_, listener) => {
    heard.push(listener as Listener);
    return () => {};
  });
});

describe('a listener of the page', () => {
  it('is asked to look where sockets are blocked, if it has a way of its own', () => {
    const onPoll = vi.fn();
    draw(<Part onMessage={() => {}} onPoll={onPoll} />);
    heard[0]?.onPoll?.();
    expect(onPoll).toHaveBeenCalledTimes(1);
  });

  it('has none otherwise, so that it is asked for everything', () => {
    draw(<Part onMessage={() => {}} />);
    expect(heard[0]?.onPoll).toBeUndefined();
  });
});
