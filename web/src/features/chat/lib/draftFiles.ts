/**
 * The files of what is being written, by draft (channel or thread): kept over switches while they are brought to the server,
 * and over reloads once they are there. Pure; what brings them is `uploading.ts`. On this device alone: the server's draft
 * has a text and no files.
 */
import type { Attachment } from '@/api/types.ts';
import type { KeyValue } from './outbox.ts';

/** A file that was chosen and is not sent yet. */
export interface Upload {
  key: string;
  name: string;
  /** null: chosen before the page was loaded anew; the server has it. */
  file: File | null;
  /** Of 1. */
  progress: number;
  attachment: Attachment | null;
  /** Why it did not come through, in Swedish. */
  reason: string | null;
  /** Trying the same file again cannot help. */
  refused?: boolean;
  /** The server takes no files at the moment; it is tried again by itself. */
  waits?: boolean;
}

/** The server lets go of what no message has taken after a day (ms); a little before that nothing is offered any more. */
export const KEPT_MS = 20 * 3_600_000;

const none: readonly Upload[] = [];

export class DraftFiles {
  private readonly held: Map<string, readonly Upload[]>;
  private readonly listeners = new Set<() => void>();
  private readonly storage: KeyValue;
  private readonly storageKey: string;
  private written = '';

  constructor(storage: KeyValue, userId: number, now = Date.now()) {
    this.storage = storage;
    this.storageKey = `chat.files.${userId}`;
    this.held = new Map(
      this.read().map(([draft, files]) => [
        draft,
        files
          .filter(({ created }) => now - Date.parse(created) < KEPT_MS)
          .map((attachment) => ({
            key: `kept-${attachment.id}`,
            name: attachment.name,
            file: null,
            progress: 1,
            attachment,
            reason: null,
          })),
      ]),
    );
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  get(draft: string): readonly Upload[] {
    return this.held.get(draft) ?? none;
  }

  update(draft: string, to: (held: readonly Upload[]) => readonly Upload[]) {
    const next = to(this.get(draft));
    if (next.length === 0) this.held.delete(draft);
    else this.held.set(draft, next);
    this.write();
    for (const listener of this.listeners) listener();
  }

  /** Of one of them, while it is still there. */
  change(draft: string, key: string, to: Partial<Upload>) {
    this.update(draft, (held) => held.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }

  private write() {
    const kept = [...this.held]
      .map(([draft, files]) => [draft, files.flatMap((one) => one.attachment ?? [])] as const)
      .filter(([, files]) => files.length > 0);
    const text = JSON.stringify(kept);
    // How far they have come is told often.
    if (text === this.written) return;
    this.written = text;
    try {
      if (kept.length === 0) this.storage.removeItem(this.storageKey);
      else this.storage.setItem(this.storageKey, text);
    } catch {
      // Without storage they live as long as the page.
    }
  }

  private read(): [string, Attachment[]][] {
    try {
      const parsed: unknown = JSON.parse(this.storage.getItem(this.storageKey) ?? '[]');
      if (!Array.isArray(parsed)) return [];
      return (parsed as [string, Attachment[]][]).filter(
        (one) =>
          Array.isArray(one) &&
          typeof one[0] === 'string' &&
          Array.isArray(one[1]) &&
          one[1].every((file) => typeof file?.id === 'number' && typeof file.name === 'string'),
      );
    } catch {
      return [];
    }
  }
}
