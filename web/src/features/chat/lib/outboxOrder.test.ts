/** The law of the outbox: what arrives, arrives once and in the order in which it was written. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Attempt, type KeyValue, Outbox, type OutboxEntry } from './outbox.ts';

class Memory implements KeyValue {
  private readonly held = new Map<string, string>();
  getItem = (key: string) => this.held.get(key) ?? null;
  setItem = (key: string, value: string) => void this.held.set(key, value);
  removeItem = (key: string) => void this.held.delete(key);
}

/** How one attempt ends. 'lost': it arrived, and its answer did not. */
type Fate = 'sent' | 'away' | 'lost' | 'busy' | 'refused';

/** A server that takes each clientMessageId once, as its journal says. */
class Server {
  readonly arrived: OutboxEntry[] = [];
  private readonly fates: Fate[];
  inFlight = new Map<number, number>();
  mostInFlight = 0;

  constructor(fates: readonly Fate[]) {
    this.fates = [...fates];
  }

  post = async (entry: OutboxEntry): Promise<Attempt<string>> => {
    const flying = (this.inFlight.get(entry.channelId) ?? 0) + 1;
    this.inFlight.set(entry.channelId, flying);
    this.mostInFlight = Math.max(this.mostInFlight, flying);
    await new Promise((done) => setTimeout(done, 50));
    this.inFlight.set(entry.channelId, flying - 1);
    const fate = this.fates.shift() ?? 'sent';
    const known = this.arrived.some((one) => one.clientMessageId === entry.clientMessageId);
    if (fate === 'away') return { kind: 'unreachable', reason: 'borta' };
    if (fate === 'busy') return { kind: 'wait', ms: 100 };
    if (fate === 'refused' && !known) return { kind: 'refused', reason: 'nej' };
    if (!known) this.arrived.push(entry);
    return fate === 'lost'
      ? { kind: 'unreachable', reason: 'borta' }
      : { kind: 'sent', message: entry.content };
  };
}

let ids = 0;
const open = (storage: KeyValue, server: Server) =>
  new Outbox<string>(storage, 1, {
    post: server.post,
    sent: () => {},
    now: Date.now,
    newId: () => `id${ids++}`,
  });

const write = (outbox: Outbox<string>, channelId: number) =>
  outbox.add({ channelId, parentMessageId: null, content: `i ${channelId}` })?.clientMessageId;

describe('the outbox in order', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('holds back what follows a head that did not get through', async () => {
    // Each of the three tries of the first fails; the network is back for the next.
    const server = new Server(['away', 'away', 'away']);
    const outbox = open(new Memory(), server);
    const written = [write(outbox, 9), write(outbox, 9), write(outbox, 9)];
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.arrived).toEqual([]);
    expect(outbox.snapshot().map(({ state }) => state)).toEqual(['failed', 'sending', 'sending']);
    outbox.retryUnreachable();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived.map((one) => one.clientMessageId)).toEqual(written);
  });

  it('sets aside what was refused, and sends it last when retried', async () => {
    const server = new Server(['refused']);
    const outbox = open(new Memory(), server);
    const [first, second, third] = [write(outbox, 9), write(outbox, 9), write(outbox, 9)];
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived.map((one) => one.clientMessageId)).toEqual([second, third]);
    expect(outbox.snapshot()).toMatchObject([{ clientMessageId: first, state: 'failed' }]);
    outbox.retryUnreachable();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived).toHaveLength(2);
    outbox.retry(first ?? '');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived.at(-1)?.clientMessageId).toBe(first);
  });

  it('goes on when the head that blocked is thrown away', async () => {
    const server = new Server(['away', 'away', 'away']);
    const outbox = open(new Memory(), server);
    const [first, second] = [write(outbox, 9), write(outbox, 9)];
    await vi.advanceTimersByTimeAsync(20_000);
    outbox.remove(first ?? '');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived.map((one) => one.clientMessageId)).toEqual([second]);
  });

  it('remembers over a reload what may be tried again unasked', async () => {
    const storage = new Memory();
    const server = new Server(['away', 'away', 'away']);
    const id = write(open(storage, server), 9);
    await vi.advanceTimersByTimeAsync(20_000);
    const reloaded = open(storage, server);
    reloaded.retryUnreachable();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived.map((one) => one.clientMessageId)).toEqual([id]);
  });

  it('never reorders, loses or doubles, whatever fails when', async () => {
    const fate = fc.oneof(
      { weight: 4, arbitrary: fc.constant<Fate>('sent') },
      { weight: 4, arbitrary: fc.constant<Fate>('away') },
      { weight: 2, arbitrary: fc.constantFrom<Fate>('lost', 'busy', 'refused') },
    );
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ write: fc.constantFrom(8, 9) }) },
      { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(10, 60, 1000, 9000) }) },
      { weight: 1, arbitrary: fc.constant({ reconnect: true }) },
      { weight: 1, arbitrary: fc.constant({ reload: true }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fate, { maxLength: 40 }),
        fc.array(step, { maxLength: 25 }),
        async (fates, steps) => {
          const storage = new Memory();
          const server = new Server(fates);
          let outbox = open(storage, server);
          const written: { id: string; channelId: number }[] = [];
          for (const one of steps) {
            if ('write' in one) {
              const id = write(outbox, one.write);
              if (id) written.push({ id, channelId: one.write });
            } else if ('wait' in one) await vi.advanceTimersByTimeAsync(one.wait);
            else if ('reconnect' in one) outbox.retryUnreachable();
            else {
              // What was in flight with the old page ends first: a browser ends its requests with the page.
              await vi.advanceTimersByTimeAsync(60_000);
              outbox = open(storage, server);
              outbox.resume();
            }
          }
          // In the end the network is there for good.
          for (let n = 0; n < 50 && outbox.snapshot().some(({ refused }) => !refused); n += 1) {
            outbox.retryUnreachable();
            await vi.advanceTimersByTimeAsync(60_000);
          }
          expect(server.mostInFlight).toBeLessThanOrEqual(1);
          const aside = new Set(outbox.snapshot().map(({ clientMessageId }) => clientMessageId));
          for (const channelId of [8, 9]) {
            const expected = written.filter(
              (one) => one.channelId === channelId && !aside.has(one.id),
            );
            const arrived = server.arrived.filter((one) => one.channelId === channelId);
            expect(arrived.map((one) => one.clientMessageId)).toEqual(expected.map(({ id }) => id));
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
