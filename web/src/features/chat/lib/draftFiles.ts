/**
 * The files of what is being written, by draft (channel or thread): they stay over switches while they are brought to the
 * server (`uploading.ts`), and over reloads once they are there (`keptFiles.ts`).
 */
import type { Attachment } from '@/api/types.ts';

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

const none: readonly Upload[] = [];

export class DraftFiles {
  private readonly held = new Map<string, readonly Upload[]>();
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  get = (draft: string) => this.held.get(draft) ?? none;

  all = () => [...this.held];

  update(draft: string, to: (held: readonly Upload[]) => readonly Upload[]) {
    this.held.set(draft, to(this.get(draft)));
    for (const listener of this.listeners) listener();
  }

  /** Of one of them, while it is still there. */
  change(draft: string, key: string, to: Partial<Upload>) {
    this.update(draft, (held) => held.map((one) => (one.key === key ? { ...one, ...to } : one)));
  }
}
