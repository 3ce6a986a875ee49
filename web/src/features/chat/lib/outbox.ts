import type { Attachment } from '@/api/types.ts';
import type { Announcement } from '../api.ts';

/**
 * What is written but not yet the server's. It lives in localStorage, so that neither a reload nor a dead
 * network loses a message; a retry carries the same clientMessageId, so that nothing is said twice.
 *
 * Each channel is a FIFO queue with one request in flight: messages arrive in the order they were written.
 * - A head that did not get through (network, 5xx, timeout) blocks its channel until it does.
 * - A head that the server refused (4xx) would be refused again: it is set aside, marked as failed with 'Försök igen',
 *   and the rest goes on in its order, as in Slack and Signal. Retried, it is sent as the newest message.
 */
export interface OutboxEntry {
  clientMessageId: string;
  channelId: number;
  parentMessageId: number | null;
  content: string;
  /** Files that are the server's already. */
  attachments?: readonly Attachment[];
  announcement?: Announcement | undefined;
  created: number;
  state: 'sending' | 'failed';
  /** Why it failed, in Swedish; null while sending. */
  reason: string | null;
  /** Failed because the server said no: set aside, and not tried again unasked. */
  refused?: true;
}

/** How an attempt ended, as far as the next step depends on it. */
export type Attempt<T> =
  | { kind: 'sent'; message: T }
  /** The network or the server is away: worth trying again unasked. */
  | { kind: 'unreachable'; reason: string }
  | { kind: 'wait'; ms: number }
  | { kind: 'refused'; reason: string };

export interface OutboxPorts<T> {
  post(entry: OutboxEntry): Promise<Attempt<T>>;
  sent(message: T, entry: OutboxEntry): void;
  now(): number;
  newId(): string;
}

export interface KeyValue {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** More than anybody writes while offline; a bound, so that storage never fills. */
export const OUTBOX_MAX = 100;
const RETRIES_UNASKED = 2;

export class Outbox<T> {
  private entries: readonly OutboxEntry[] = [];
  private readonly listeners = new Set<() => void>();
  /** Channels with a send under way: one at a time keeps the order one wrote in. */
  private readonly busy = new Set<number>();
  /** Every entry this tab has had: what is stored beside them is another tab's. */
  private readonly known = new Set<string>();
  readonly key: string;
  private readonly storage: KeyValue;
  private readonly ports: OutboxPorts<T>;

  constructor(storage: KeyValue, userId: number, ports: OutboxPorts<T>) {
    this.storage = storage;
    this.ports = ports;
    this.key = `chat.outbox.${userId}`;
    this.adopt(read(storage, this.key));
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  snapshot = () => this.entries;

  /** Another tab has written: its entries show here too, and what it settled is settled. */
  sync() {
    const stored = read(this.storage, this.key);
    const sending = this.entries.filter(
      (entry) => entry.state === 'sending' && this.busy.has(entry.channelId),
    );
    const others = stored.filter(
      (entry) => !sending.some((mine) => mine.clientMessageId === entry.clientMessageId),
    );
    this.adopt([...others, ...sending].sort((a, b) => a.created - b.created));
    this.tell();
  }

  /** Sends what a reload interrupted. */
  resume() {
    for (const channelId of new Set(this.entries.map((entry) => entry.channelId)))
      void this.drain(channelId);
  }

  add(
    message: Pick<
      OutboxEntry,
      'channelId' | 'parentMessageId' | 'content' | 'attachments' | 'announcement'
    >,
  ): OutboxEntry | null {
    if (this.entries.length >= OUTBOX_MAX) return null;
    const entry: OutboxEntry = {
      ...message,
      clientMessageId: this.ports.newId(),
      created: this.ports.now(),
      state: 'sending',
      reason: null,
    };
    this.update([...this.entries, entry]);
    void this.drain(entry.channelId);
    return entry;
  }

  /** What was refused goes to the end of its queue: what was written after it may have arrived. */
  retry(clientMessageId: string) {
    const entry = this.entries.find((held) => held.clientMessageId === clientMessageId);
    if (entry?.state !== 'failed') return;
    const { refused, ...kept } = entry;
    const again: OutboxEntry = { ...kept, state: 'sending', reason: null };
    this.update(
      refused
        ? [...this.without(entry), { ...again, created: this.ports.now() }]
        : this.entries.map((held) => (held === entry ? again : held)),
    );
    void this.drain(entry.channelId);
  }

  /** After the connection is back: what failed only for lack of it goes out by itself. */
  retryUnreachable() {
    for (const { clientMessageId, state, refused } of this.entries)
      if (state === 'failed' && !refused) this.retry(clientMessageId);
  }

  /** Thrown away by the writer, or known to have arrived by its echo. */
  remove(clientMessageId: string) {
    const entry = this.entries.find((held) => held.clientMessageId === clientMessageId);
    if (!entry) return;
    this.update(this.without(entry));
    // It may have been the head that blocked the others.
    if (entry.state === 'failed') void this.drain(entry.channelId);
  }

  private without = (entry: OutboxEntry) => this.entries.filter((held) => held !== entry);

  private async drain(channelId: number): Promise<void> {
    if (this.busy.has(channelId)) return;
    this.busy.add(channelId);
    try {
      for (;;) {
        const head = this.entries.find((entry) => entry.channelId === channelId && !entry.refused);
        if (head?.state !== 'sending') return;
        await this.send(head);
      }
    } finally {
      this.busy.delete(channelId);
    }
  }

  private async send(entry: OutboxEntry): Promise<void> {
    for (let tries = 0; ; ) {
      const attempt = await this.ports.post(entry);
      if (attempt.kind === 'sent') {
        this.ports.sent(attempt.message, entry);
        this.remove(entry.clientMessageId);
        return;
      }
      if (attempt.kind === 'refused') {
        this.fail(entry, { reason: attempt.reason, refused: true });
        return;
      }
      if (attempt.kind === 'unreachable' && ++tries > RETRIES_UNASKED) {
        this.fail(entry, { reason: attempt.reason });
        return;
      }
      await sleep(attempt.kind === 'wait' ? attempt.ms : 1000 * 2 ** (tries - 1));
      if (!this.entries.some((held) => held.clientMessageId === entry.clientMessageId)) return;
    }
  }

  private fail({ clientMessageId }: OutboxEntry, why: Pick<OutboxEntry, 'reason' | 'refused'>) {
    this.update(
      this.entries.map((held) =>
        held.clientMessageId === clientMessageId ? { ...held, ...why, state: 'failed' } : held,
      ),
    );
  }

  private adopt(entries: readonly OutboxEntry[]) {
    this.entries = entries;
    for (const entry of entries) this.known.add(entry.clientMessageId);
  }

  private update(entries: readonly OutboxEntry[]) {
    this.adopt(entries);
    const others = read(this.storage, this.key).filter(
      (entry) => !this.known.has(entry.clientMessageId),
    );
    const all = [...others, ...entries];
    try {
      if (all.length === 0) this.storage.removeItem(this.key);
      else this.storage.setItem(this.key, JSON.stringify(all));
    } catch {
      // A full or forbidden storage: the message still goes out, it only would not survive a reload.
    }
    this.tell();
  }

  private tell() {
    for (const listener of this.listeners) listener();
  }
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

function read(storage: KeyValue, key: string): OutboxEntry[] {
  try {
    const parsed: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isEntry).slice(-OUTBOX_MAX) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as OutboxEntry | null;
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof entry.clientMessageId === 'string' &&
    typeof entry.channelId === 'number' &&
    typeof entry.content === 'string' &&
    typeof entry.created === 'number' &&
    (entry.state === 'sending' || entry.state === 'failed')
  );
}
