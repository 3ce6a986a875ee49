/**
 * Unsent text, one per channel and per thread, kept over reloads; the oldest give way. What is begun in a channel is kept
 * by the server as well, for one's other devices: of two states the newer holds. Drafts of threads stay on the device.
 */
import type { KeyValue } from './outbox.ts';

export const DRAFTS_MAX = 100;
/** After the last key (ms). */
const SEND_AFTER_MS = 1500;

interface Draft {
  text: string;
  /** When it was written here (ms). */
  at: number;
  /** Not the server's yet; with an empty text: it is to forget it. */
  unsent?: true;
  /** The server's moment of the state that this one follows. */
  kept?: string;
}

export interface KeptDraft {
  channelId: number;
  content: string;
  updated: string;
}

/** Where drafts are kept for all of one's devices. */
export interface Keeper {
  all(): Promise<readonly KeptDraft[]>;
  /** An empty text: nothing is kept any more. */
  put(channelId: number, text: string): Promise<KeptDraft | null>;
  /** Whether a failure is an answer, and the same would be refused again. */
  isRefusal(error: unknown): boolean;
}

export const draftKey = (channelId: number, threadId: number | null) =>
  threadId === null ? `${channelId}` : `${channelId}/${threadId}`;

export interface BegunText {
  channelId: number;
  threadId: number | null;
  text: string;
  /** When it was written (ms). */
  at: number;
}

export class Drafts {
  private readonly storage: KeyValue;
  private readonly storageKey: string;
  private readonly keeper: Keeper | null;
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly sending = new Map<string, string>();
  /** Told of while one's own was on its way: which of them came last, only the server knows. */
  private readonly doubtful = new Set<string>();

  constructor(storage: KeyValue, userId: number, keeper: Keeper | null = null) {
    this.storage = storage;
    this.storageKey = `chat.drafts.${userId}`;
    this.keeper = keeper;
  }

  /** Hears of drafts that begin, change and end, here or elsewhere. */
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  get(key: string): string {
    return this.read()[key]?.text ?? '';
  }

  has(key: string): boolean {
    return this.get(key).trim() !== '';
  }

  /** All that is begun, the last first. */
  list(): BegunText[] {
    return Object.entries(this.read())
      .filter(([, { text }]) => text.trim() !== '')
      .map(([key, { text, at }]) => {
        const [channelId, threadId] = key.split('/').map(Number) as [number, number?];
        return { channelId, threadId: threadId ?? null, text, at };
      })
      .sort((a, b) => b.at - a.at);
  }

  set(key: string, text: string, at = Date.now()) {
    const drafts = this.read();
    const before = drafts[key];
    const empty = text.trim() === '';
    if (empty ? !before : before?.text === text) return;
    const shared = this.keeper !== null && !key.includes('/');
    if (!empty || shared) {
      const kept = before?.kept;
      drafts[key] = {
        text: empty ? '' : text,
        at,
        ...(shared && { unsent: true as const }),
        ...(kept && { kept }),
      };
    } else delete drafts[key];
    this.write(drafts);
    if (!shared) return;
    clearTimeout(this.timers.get(key));
    // What was sent is no draft any more, on any device.
    if (empty) void this.send(key);
    else
      this.timers.set(
        key,
        setTimeout(() => void this.send(key), SEND_AFTER_MS),
      );
  }

  /** What another connection, or this one, has told the server. null: there is nothing any more. */
  told(channelId: number, draft: KeptDraft | null) {
    const key = draftKey(channelId, null);
    const onItsWay = this.sending.get(key);
    if (onItsWay !== undefined) {
      if (onItsWay !== (draft?.content ?? '')) this.doubtful.add(key);
      return;
    }
    const drafts = this.read();
    const held = drafts[key];
    if (draft === null) {
      if (held?.unsent) return;
      // Another tab of this browser may have written it down already: who shows it looks anyway.
      if (!held) return this.notify();
      delete drafts[key];
    } else {
      const at = Date.parse(draft.updated);
      if (held?.kept && draft.updated <= held.kept) return this.notify();
      if (held?.unsent && held.at >= at) return;
      drafts[key] = { text: draft.content, at, kept: draft.updated };
    }
    this.write(drafts);
  }

  /** After a time without the live connection: hears what was changed elsewhere, and tells what was changed here. */
  async catchUp(): Promise<void> {
    if (!this.keeper) return;
    const kept = await this.keeper.all().catch(() => null);
    if (!kept) return;
    for (const draft of kept) this.told(draft.channelId, draft);
    const there = new Set(kept.map((one) => draftKey(one.channelId, null)));
    for (const [key, held] of Object.entries(this.read())) {
      if (held.unsent) void this.send(key);
      else if (held.kept && !there.has(key)) this.told(Number(key), null);
    }
  }

  private async send(key: string): Promise<void> {
    const draft = this.read()[key];
    if (!this.keeper || !draft?.unsent || this.sending.has(key)) return;
    this.sending.set(key, draft.text);
    let again = false;
    try {
      const kept = await this.keeper.put(Number(key), draft.text);
      again = this.settle(key, draft, kept?.updated);
    } catch (error) {
      // Too long, or no longer allowed: it stays on this device. What did not get through goes with the next key or connection.
      if (this.keeper.isRefusal(error)) again = this.settle(key, draft, undefined);
    } finally {
      this.sending.delete(key);
    }
    if (again) await this.send(key);
    else if (this.doubtful.delete(key)) await this.catchUp();
  }

  /** The server has it. Answers whether more was written meanwhile. */
  private settle(key: string, sent: Draft, kept: string | undefined): boolean {
    const drafts = this.read();
    const held = drafts[key];
    if (!held) return false;
    const more = held.text !== sent.text;
    if (!more && held.text === '') delete drafts[key];
    else {
      const { text, at } = held;
      drafts[key] = { text, at, ...(more && { unsent: true as const }), ...(kept && { kept }) };
    }
    this.write(drafts);
    return more;
  }

  private write(drafts: Record<string, Draft>) {
    const kept = Object.entries(drafts)
      .sort((a, b) => b[1].at - a[1].at)
      .slice(0, DRAFTS_MAX);
    try {
      this.storage.setItem(this.storageKey, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // Without storage the draft lives as long as the page.
    }
    this.notify();
  }

  private notify() {
    for (const listener of this.listeners) listener();
  }

  // Read anew each time: another tab may have written meanwhile.
  private read(): Record<string, Draft> {
    try {
      const parsed: unknown = JSON.parse(this.storage.getItem(this.storageKey) ?? '{}');
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {};
      return Object.fromEntries(
        Object.entries(parsed as Record<string, Draft>).filter(
          ([, draft]) => typeof draft?.text === 'string' && typeof draft.at === 'number',
        ),
      );
    } catch {
      return {};
    }
  }
}
