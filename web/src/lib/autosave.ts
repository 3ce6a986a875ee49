/**
 * Saving by itself: what is written is sent once somebody pauses, one call at a time, and what was refused because somebody else
 * was faster is sent no more. Pure but for the clock that is passed in.
 */
import { ApiError, currentOf } from '@/api/ApiError.ts';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'stale' | 'wrong';

/** A thing of the server's as it is written here, of type `W`; `M`: what may be set besides. */
export type Ports<T extends { version: number }, W, M extends object> = {
  /** Sends what is written, and what is set besides, over the version that was read. */
  send: (written: W, version: number, more: M) => Promise<T>;
  /** What the server has by now. */
  took: (thing: T) => void;
  tell: (state: SaveState, message: string | null, theirs: T | null) => void;
  writtenOf: (thing: T) => W;
  same: (one: W, other: W) => boolean;
  /** Whether it can be sent; what cannot waits. */
  isWhole: (written: W) => boolean;
};

/** How long somebody pauses before it is sent, and before it is tried again. */
export const PAUSE_MS = 1_200;
export const AGAIN_MS = 5_000;

export class Autosave<T extends { version: number }, W, M extends object = object> {
  private version: number;
  private stored: W;
  private written: W;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private under: Promise<void> | null = null;
  private halted = false;
  private readonly ports: Ports<T, W, M>;

  constructor(first: T, ports: Ports<T, W, M>) {
    this.ports = ports;
    this.version = first.version;
    this.stored = ports.writtenOf(first);
    this.written = this.stored;
  }

  /** Whether something is written that the server does not have. */
  get isDirty(): boolean {
    return !this.ports.same(this.written, this.stored);
  }

  write(written: W): void {
    this.written = written;
    if (this.halted) return;
    this.plan(PAUSE_MS);
  }

  private plan(wait: number): void {
    clearTimeout(this.timer);
    this.ports.tell(this.isDirty ? 'waiting' : 'saved', null, null);
    if (this.isDirty) this.timer = setTimeout(() => void this.flush(), wait);
  }

  /** Sends what is not saved yet, and what is set besides, at once. Answers whether the server has it. */
  async flush(more: M = {} as M): Promise<boolean> {
    clearTimeout(this.timer);
    while (this.under) await this.under;
    const isSet = Object.keys(more).length > 0;
    if (this.halted || !(isSet || this.isDirty)) return !this.halted;
    let isDone = false;
    this.under = this.call(more).then((done) => {
      isDone = done;
      this.under = null;
    });
    await this.under;
    return isDone;
  }

  private async call(more: M): Promise<boolean> {
    const { written } = this;
    if (!this.ports.isWhole(written)) {
      this.ports.tell('wrong', null, null);
      return false;
    }
    this.ports.tell('saving', null, null);
    try {
      const now = await this.ports.send(written, this.version, more);
      this.version = now.version;
      this.stored = written;
      this.ports.took(now);
      this.plan(PAUSE_MS);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private failed(error: unknown): void {
    const theirs = currentOf<T>(error);
    if (theirs) {
      this.halted = true;
      this.ports.tell('stale', null, theirs);
    } else if (error instanceof ApiError && !error.isTransient) {
      this.ports.tell('wrong', error.errors[0]?.message ?? error.message, null);
    } else {
      this.ports.tell('failed', null, null);
      this.timer = setTimeout(() => void this.flush(), AGAIN_MS);
    }
  }

  /** Somebody chose their own text over the other's, or the other's. */
  settle(theirs: T, keeps: boolean): W {
    this.version = theirs.version;
    this.stored = this.ports.writtenOf(theirs);
    if (!keeps) this.written = this.stored;
    this.halted = false;
    void this.flush();
    if (!this.isDirty) this.ports.tell('saved', null, null);
    return this.written;
  }

  /** Nothing is saved any more: it has gone where it was to go. */
  stop(): void {
    clearTimeout(this.timer);
    this.halted = true;
  }

  /** The page is left: what is not saved is sent, and nothing after it. */
  end(): void {
    clearTimeout(this.timer);
    if (!this.halted && this.isDirty && this.ports.isWhole(this.written)) void this.flush();
  }
}
