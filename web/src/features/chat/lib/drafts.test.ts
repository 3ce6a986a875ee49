/** Drafts on one device and beside the server (contract 3.8): of two states the newer holds, and nothing typed is lost. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFTS_MAX, Drafts, draftKey, type Keeper, type KeptDraft } from './drafts.ts';

/** What the server keeps; each change has a moment of its clock. */
class Server implements Keeper {
  readonly kept = new Map<number, KeptDraft>();
  away = false;
  puts: string[] = [];
  /** Called before an answer is given. */
  meanwhile: (() => void) | null = null;

  async all() {
    if (this.away) throw new Error('away');
    return [...this.kept.values()];
  }
  async put(channelId: number, content: string) {
    this.puts.push(content);
    if (this.away) throw new Error('away');
    const kept = this.keep(channelId, content);
    await Promise.resolve();
    this.meanwhile?.();
    return kept;
  }
  keep(channelId: number, content: string): KeptDraft | null {
    const draft = { channelId, content, updated: new Date(Date.now()).toISOString() };
    if (content === '') this.kept.delete(channelId);
    else this.kept.set(channelId, draft);
    return content === '' ? null : draft;
  }
  isRefusal = (error: unknown) => error instanceof RangeError;
}

function device(server: Server) {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const open = () => new Drafts(storage, 7, server);
  return { open, drafts: open() };
}

/** Longer than a pause between two keys. */
const pause = () => vi.advanceTimersByTimeAsync(5000);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 4, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('drafts', () => {
  it('reach the server once somebody pauses, as one', async () => {
    const server = new Server();
    const { drafts } = device(server);
    for (const text of ['H', 'He', 'Hej']) drafts.set('9', text);
    expect(server.puts).toEqual([]);
    await pause();
    expect(server.puts).toEqual(['Hej']);
    expect(server.kept.get(9)?.content).toBe('Hej');
  });

  it('of threads stay on the device', async () => {
    const server = new Server();
    const { drafts } = device(server);
    drafts.set(draftKey(9, 4), 'Ett svar');
    await pause();
    expect(server.puts).toEqual([]);
    expect(drafts.list()).toMatchObject([{ channelId: 9, threadId: 4, text: 'Ett svar' }]);
  });

  it('that are sent are forgotten on every device', async () => {
    const server = new Server();
    const [desk, phone] = [device(server).drafts, device(server).drafts];
    desk.set('9', 'Hej');
    await pause();
    phone.told(9, server.kept.get(9) ?? null);
    expect(phone.get('9')).toBe('Hej');
    desk.set('9', '');
    await pause();
    expect(server.kept.size).toBe(0);
    phone.told(9, null);
    expect(phone.has('9')).toBe(false);
  });

  it('hold the newer of two states, told in either order', async () => {
    const server = new Server();
    const { drafts } = device(server);
    drafts.set('9', 'från datorn');
    await pause();
    const mine = server.kept.get(9) as KeptDraft;
    vi.advanceTimersByTime(60_000);
    const later = server.keep(9, 'från telefonen');
    drafts.told(9, later);
    expect(drafts.get('9')).toBe('från telefonen');
    // One's own comes back late.
    drafts.told(9, mine);
    expect(drafts.get('9')).toBe('från telefonen');
  });

  it('keep what is being written here over what was written before it elsewhere', async () => {
    const server = new Server();
    const { drafts } = device(server);
    const before = server.keep(9, 'gammalt');
    vi.advanceTimersByTime(10);
    drafts.set('9', 'nytt');
    drafts.told(9, before);
    drafts.told(9, null);
    expect(drafts.get('9')).toBe('nytt');
    await pause();
    expect(server.kept.get(9)?.content).toBe('nytt');
  });

  it('send on what was written while the last state was on its way', async () => {
    const server = new Server();
    const { drafts } = device(server);
    server.meanwhile = () => {
      server.meanwhile = null;
      drafts.set('9', 'Hej då');
    };
    drafts.set('9', 'Hej');
    await pause();
    expect(server.puts).toEqual(['Hej', 'Hej då']);
    expect(server.kept.get(9)?.content).toBe('Hej då');
  });

  it('end as the server has them where two devices write at once', async () => {
    const server = new Server();
    const { drafts } = device(server);
    server.meanwhile = () => {
      server.meanwhile = null;
      vi.advanceTimersByTime(1);
      drafts.told(9, server.keep(9, 'från telefonen'));
    };
    drafts.set('9', 'från datorn');
    await pause();
    expect(drafts.get('9')).toBe('från telefonen');
  });

  it('written without a network reach the server afterwards, over a reload, and so does their end', async () => {
    const server = new Server();
    const one = device(server);
    one.drafts.set('9', 'Hej');
    await pause();
    server.away = true;
    one.drafts.set('9', '');
    one.drafts.set('8', 'Senare');
    await pause();
    expect(server.kept.get(9)?.content).toBe('Hej');
    server.away = false;
    await one.open().catchUp();
    await pause();
    expect([...server.kept.values()].map(({ channelId, content }) => [channelId, content])).toEqual(
      [[8, 'Senare']],
    );
  });

  it('that ended elsewhere while one was away end here', async () => {
    const server = new Server();
    const { drafts } = device(server);
    drafts.set('9', 'Hej');
    await pause();
    server.keep(9, '');
    await drafts.catchUp();
    expect(drafts.has('9')).toBe(false);
  });

  it('are heard of in another tab of the same browser', async () => {
    const server = new Server();
    const { drafts, open } = device(server);
    const tab = open();
    const heard: string[] = [];
    tab.subscribe(() => heard.push(tab.get('9')));
    drafts.set('9', 'Hej');
    await pause();
    tab.told(9, server.kept.get(9) ?? null);
    drafts.set('9', '');
    await pause();
    tab.told(9, null);
    expect(heard).toEqual(['Hej', '']);
  });

  it('the server refuses stay on the device and are not sent again by themselves', async () => {
    const server = new Server();
    const { drafts } = device(server);
    vi.spyOn(server, 'put').mockRejectedValue(new RangeError('too long'));
    drafts.set('9', 'x'.repeat(4001));
    await pause();
    await drafts.catchUp();
    await pause();
    expect(server.put).toHaveBeenCalledOnce();
    expect(drafts.get('9')).toHaveLength(4001);
  });

  it(`are ${DRAFTS_MAX} at most: the oldest give way`, () => {
    const { drafts } = device(new Server());
    for (let id = 1; id <= DRAFTS_MAX + 1; id += 1) drafts.set(draftKey(id, 2), 'x', id);
    expect(drafts.has(draftKey(1, 2))).toBe(false);
    expect(drafts.list()).toHaveLength(DRAFTS_MAX);
  });
});
