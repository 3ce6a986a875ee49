import { describe, expect, it } from 'vitest';
import { Registry, type Transport } from './registry.ts';

/** A socket that remembers what was asked of it. */
class Wire implements Transport {
  readonly open = new Map<
    string,
    { destination: string; receive: (body: string) => void; confirmed: () => void }
  >();

  subscribe(
    destination: string,
    id: string,
    receive: (body: string) => void,
    confirmed: () => void,
  ) {
    this.open.set(id, { destination, receive, confirmed });
    return { unsubscribe: () => void this.open.delete(id) };
  }

  say(destination: string, body: unknown) {
    for (const one of this.open.values())
      if (one.destination === destination) one.receive(JSON.stringify(body));
  }

  confirm() {
    for (const one of this.open.values()) one.confirmed();
  }
}

const listener = () => {
  const heard: unknown[] = [];
  return {
    heard,
    onMessage: (body: unknown) => heard.push(body),
    onActive: () => heard.push('active'),
    onDenied: (message: string) => heard.push(`denied: ${message}`),
  };
};

describe('Registry', () => {
  it('tells each new socket everything again, and each listener that it is active again', () => {
    const registry = new Registry();
    const one = listener();
    registry.add('/topic/a', one);
    const first = new Wire();
    registry.connected(first);
    first.confirm();
    registry.disconnected();
    const second = new Wire();
    registry.connected(second);
    second.confirm();
    second.say('/topic/a', { n: 1 });
    expect(one.heard).toEqual(['active', 'active', { n: 1 }]);
  });

  it('ignores what an old socket still says', () => {
    const registry = new Registry();
    const one = listener();
    registry.add('/topic/a', one);
    const old = new Wire();
    registry.connected(old);
    registry.disconnected();
    registry.connected(new Wire());
    old.say('/topic/a', { n: 1 });
    old.confirm();
    expect(one.heard).toEqual([]);
  });

  it('shares a subscription and ends it with its last listener', async () => {
    const registry = new Registry();
    const wire = new Wire();
    registry.connected(wire);
    const [one, two] = [listener(), listener()];
    const stopOne = registry.add('/topic/a', one);
    wire.confirm();
    const stopTwo = registry.add('/topic/a', two);
    await Promise.resolve();
    expect(wire.open.size).toBe(1);
    expect(two.heard).toEqual(['active']);
    stopOne();
    expect(wire.open.size).toBe(1);
    stopTwo();
    expect(wire.open.size).toBe(0);
  });

  it('ends a denied subscription and tries again with the next socket', () => {
    const registry = new Registry();
    const one = listener();
    registry.add('/topic/a', one);
    const wire = new Wire();
    registry.connected(wire);
    wire.say('/topic/a', { type: 'ACCESS_DENIED', code: 'ACCESS_DENIED', message: 'nej' });
    wire.confirm();
    expect(one.heard).toEqual(['denied: nej']);
    const next = new Wire();
    registry.disconnected();
    registry.connected(next);
    next.confirm();
    expect(one.heard).toEqual(['denied: nej', 'active']);
  });

  it('remembers what the server has ended, until it confirms it again', () => {
    const registry = new Registry();
    const wire = new Wire();
    registry.connected(wire);
    const stop = registry.add('/topic/a', listener());
    wire.confirm();
    expect(registry.hasLost('/topic/a')).toBe(false);
    wire.say('/topic/a', { type: 'ACCESS_DENIED', code: 'ACCESS_DENIED', message: 'nej' });
    // Who showed it has left; what is said afterwards is for nothing all the same.
    stop();
    registry.disconnected();
    const next = new Wire();
    registry.connected(next);
    expect(registry.hasLost('/topic/a')).toBe(true);
    registry.add('/topic/a', listener());
    next.confirm();
    expect(registry.hasLost('/topic/a')).toBe(false);
  });
});
