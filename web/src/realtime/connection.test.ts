/** What the connection itself says and hears, whatever the page shows. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendTyping } from '@/features/chat/live.ts';
import { realtime } from './connection.ts';
import type { Transport } from './registry.ts';
import type { SocketEvents } from './stomp.ts';

const said: string[] = [];
const heard = new Map<string, (body: string) => void>();
let events: SocketEvents;

vi.mock('./stomp.ts', () => ({
  createSocket: (_: string, on: SocketEvents) => {
    events = on;
    return {
      activate: () => {},
      replace: () => {},
      stop: () => {},
      publish: (destination: string) => said.push(destination) > 0,
    };
  },
}));

const wire: Transport = {
  subscribe: (destination, _, receive, confirmed) => {
    heard.set(destination, receive);
    confirmed();
    return { unsubscribe: () => {} };
  },
};

beforeEach(async () => {
  realtime.stop();
  said.length = 0;
  heard.clear();
  await realtime.start();
  events.connected(wire);
});

describe('the connection', () => {
  it('hears why the server refuses what is sent', () => {
    // Without it the server answers by ERROR and closes (contract 3.6).
    expect(heard.has('/user/queue/reply')).toBe(true);
  });

  it('says nothing of typing in a channel that was lost', () => {
    realtime.subscribe('/topic/chat/channel/7', { onMessage: () => {} });
    expect(sendTyping(7, true, null)).toBe(true);
    const denied = { type: 'ACCESS_DENIED', code: 'ACCESS_DENIED', message: 'nej' };
    heard.get('/topic/chat/channel/7')?.(JSON.stringify(denied));
    expect(sendTyping(7, true, null)).toBe(false);
    expect(sendTyping(8, true, null)).toBe(true);
    expect(said).toEqual(['/app/typing', '/app/typing']);
  });
});
