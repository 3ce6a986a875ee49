/** Unsent text, one per channel and per thread, kept over reloads; the oldest give way. */
import type { KeyValue } from './outbox.ts';

export const DRAFTS_MAX = 100;

interface Draft {
  text: string;
  at: number;
}

export const draftKey = (channelId: number, threadId: number | null) =>
  threadId === null ? `${channelId}` : `${channelId}/${threadId}`;

export class Drafts {
  private readonly storage: KeyValue;
  private readonly storageKey: string;
  private readonly listeners = new Set<() => void>();

  constructor(storage: KeyValue, userId: number) {
    this.storage = storage;
    this.storageKey = `chat.drafts.${userId}`;
  }

  /** Hears of drafts that begin and end: the composer that is left writes its own after the list was drawn. */
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

  set(key: string, text: string, at = Date.now()) {
    const drafts = this.read();
    if (text.trim() === '') {
      if (!(key in drafts)) return;
      delete drafts[key];
    } else {
      drafts[key] = { text, at };
    }
    const kept = Object.entries(drafts)
      .sort((a, b) => b[1].at - a[1].at)
      .slice(0, DRAFTS_MAX);
    try {
      this.storage.setItem(this.storageKey, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // Without storage the draft lives as long as the page.
    }
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
