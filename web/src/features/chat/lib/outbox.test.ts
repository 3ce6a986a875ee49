import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFTS_MAX, Drafts, draftKey } from './drafts.ts';
import { type Attempt, type KeyValue, OUTBOX_MAX, Outbox, type OutboxEntry } from './outbox.ts';

class Memory implements KeyValue {
  readonly held = new Map<string, string>();
  getItem = (key: string) => this.held.get(key) ?? null;
  setItem = (key: string, value: string) => void this.held.set(key, value);
  removeItem = (key: string) => void this.held.delete(key);
}

/** A server that knows each clientMessageId once, and fails on demand. */
class Server {
  readonly got: string[] = [];
  answers: Attempt<string>[] = [];
  readonly tried: string[] = [];

  post = async (entry: OutboxEntry): Promise<Attempt<string>> => {
    this.tried.push(entry.clientMessageId);
    const answer = this.answers.shift() ?? { kind: 'sent', message: entry.content };
    if (answer.kind === 'sent' && !this.got.includes(entry.clientMessageId))
      this.got.push(entry.clientMessageId);
    return answer;
  };
}

function open(storage: KeyValue, server: Server) {
  let id = 0;
  return new Outbox<string>(storage, 1, {
    post: server.post,
    sent: () => {},
    now: Date.now,
    newId: () => `id${id++}`,
  });
}

const message = (content: string, channelId = 9) => ({ channelId, parentMessageId: null, content });
const down: Attempt<string> = { kind: 'unreachable', reason: 'borta' };

describe('Outbox', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends in the order one wrote, one at a time', async () => {
    const server = new Server();
    const outbox = open(new Memory(), server);
    server.answers = [{ kind: 'wait', ms: 2000 }];
    outbox.add(message('a'));
    outbox.add(message('b'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.tried).toEqual(['id0']);
    await vi.advanceTimersByTimeAsync(1500);
    expect(server.got).toEqual(['id0', 'id1']);
    expect(outbox.snapshot()).toEqual([]);
  });

  it('keeps what failed over a reload and retries under the same id', async () => {
    const storage = new Memory();
    const server = new Server();
    const outbox = open(storage, server);
    server.answers = [down, down, down];
    outbox.add(message('viktigt'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outbox.snapshot()).toMatchObject([{ state: 'failed', reason: 'borta' }]);

    const reloaded = open(storage, server);
    reloaded.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(reloaded.snapshot()).toMatchObject([{ content: 'viktigt', state: 'failed' }]);
    reloaded.retry('id0');
    await vi.advanceTimersByTimeAsync(0);
    expect(new Set(server.tried)).toEqual(new Set(['id0']));
    expect(server.got).toEqual(['id0']);
    expect(storage.held.size).toBe(0);
  });

  it('sends after a reload what was on its way', async () => {
    const storage = new Memory();
    const stuck = new Outbox<string>(storage, 1, {
      post: () => new Promise(() => {}),
      sent: () => {},
      now: Date.now,
      newId: () => 'id9',
    });
    stuck.add(message('halvvägs'));
    const server = new Server();
    open(storage, server).resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.got).toEqual(['id9']);
  });

  it('sends again by itself what only lacked a connection, but not what was refused', async () => {
    const server = new Server();
    const outbox = open(new Memory(), server);
    server.answers = [down, down, down, { kind: 'refused', reason: 'För långt' }];
    outbox.add(message('a'));
    outbox.add(message('b', 10));
    await vi.advanceTimersByTimeAsync(10_000);
    outbox.retryUnreachable();
    await vi.advanceTimersByTimeAsync(0);
    expect(outbox.snapshot()).toMatchObject([{ state: 'failed' }]);
    expect(server.got).toHaveLength(1);
  });

  it('shares its storage with another tab, and neither loses anything', async () => {
    const storage = new Memory();
    const open2 = (name: string, server: Server) =>
      new Outbox<string>(storage, 1, {
        post: server.post,
        sent: () => {},
        now: Date.now,
        newId: () => name,
      });
    const [one, two] = [new Server(), new Server()];
    one.answers = [{ kind: 'refused', reason: 'nej' }];
    two.answers = [{ kind: 'refused', reason: 'nej' }];
    const first = open2('a', one);
    const second = open2('b', two);
    first.add(message('från den ena'));
    second.add(message('från den andra'));
    await vi.advanceTimersByTimeAsync(0);
    const stored = () =>
      open(storage, new Server())
        .snapshot()
        .map((entry) => entry.clientMessageId);
    expect(stored().sort()).toEqual(['a', 'b']);

    second.sync();
    expect(second.snapshot()).toHaveLength(2);
    second.retry('a');
    await vi.advanceTimersByTimeAsync(0);
    first.sync();
    expect(first.snapshot().map((entry) => entry.clientMessageId)).toEqual(['b']);
    expect(stored()).toEqual(['b']);
  });

  it('is bounded, and says so', () => {
    const outbox = new Outbox<string>(new Memory(), 1, {
      post: () => new Promise(() => {}),
      sent: () => {},
      now: Date.now,
      newId: () => crypto.randomUUID(),
    });
    for (let n = 0; n < OUTBOX_MAX; n += 1) expect(outbox.add(message('x'))).not.toBeNull();
    expect(outbox.add(message('en för mycket'))).toBeNull();
  });

  it('survives a storage that holds nonsense', () => {
    const storage = new Memory();
    storage.setItem('chat.outbox.1', '[{"content":3},null,"x"]');
    expect(open(storage, new Server()).snapshot()).toEqual([]);
    storage.setItem('chat.outbox.1', '{');
    expect(open(storage, new Server()).snapshot()).toEqual([]);
  });
});

describe('Drafts', () => {
  it('keeps one text per channel and per thread, over reloads', () => {
    const storage = new Memory();
    new Drafts(storage, 1).set(draftKey(9, null), 'i kanalen');
    new Drafts(storage, 1).set(draftKey(9, 5), 'i tråden');
    const drafts = new Drafts(storage, 1);
    expect(drafts.get(draftKey(9, null))).toBe('i kanalen');
    expect(drafts.get(draftKey(9, 5))).toBe('i tråden');
    expect(new Drafts(storage, 2).has(draftKey(9, null))).toBe(false);
    drafts.set(draftKey(9, null), '  ');
    expect(drafts.has(draftKey(9, null))).toBe(false);
  });

  it('lets the oldest go', () => {
    const drafts = new Drafts(new Memory(), 1);
    for (let n = 0; n <= DRAFTS_MAX; n += 1) drafts.set(`${n}`, 'text', n);
    expect(drafts.has('0')).toBe(false);
    expect(drafts.has('1')).toBe(true);
  });
});
