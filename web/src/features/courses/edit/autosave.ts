/**
 * Saving by itself: what is written is sent once somebody pauses, one call at a time, and what was refused because somebody else
 * was faster is sent no more. Pure but for the clock that is passed in.
 */
import { ApiError, currentOf } from '@/api/ApiError.ts';
import type { ChangeLesson, Lesson } from '../types.ts';

export type Written = { title: string; body: string; media: string };

/** What of a lesson is no text; `publish`: its text takes the place of what learners read. */
export type Settings = Partial<Pick<ChangeLesson, 'kind' | 'preview' | 'required' | 'publish'>>;

export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'stale' | 'wrong';

export type Ports = {
  /** Sends what is written, and what is set besides, over the version that was read. */
  send: (written: Written, version: number, more: Settings) => Promise<Lesson>;
  /** What the server has by now. */
  took: (lesson: Lesson) => void;
  tell: (state: SaveState, message: string | null, theirs: Lesson | null) => void;
};

/** How long somebody pauses before it is sent, and before it is tried again. */
export const PAUSE_MS = 1_200;
export const AGAIN_MS = 5_000;

export const writtenOf = ({ draft, title, body, media }: Lesson): Written => ({
  title: draft?.title ?? title,
  body: draft?.body ?? body,
  media: (draft ? draft.media : media) ?? '',
});

const same = (one: Written, other: Written) =>
  one.title.trim() === other.title.trim() &&
  one.body.trim() === other.body.trim() &&
  one.media.trim() === other.media.trim();

export class Autosave {
  private version: number;
  private stored: Written;
  private written: Written;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private under: Promise<void> | null = null;
  private halted = false;
  private readonly ports: Ports;

  constructor(lesson: Lesson, ports: Ports) {
    this.ports = ports;
    this.version = lesson.version;
    this.stored = writtenOf(lesson);
    this.written = this.stored;
  }

  /** Whether something is written that the server does not have. */
  get isDirty(): boolean {
    return !same(this.written, this.stored);
  }

  write(written: Written): void {
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
  async flush(more: Settings = {}): Promise<boolean> {
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

  private async call(more: Settings): Promise<boolean> {
    const { written } = this;
    if (!written.title.trim()) {
      // It waits for a heading.
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
    const theirs = currentOf<Lesson>(error);
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
  settle(theirs: Lesson, keeps: boolean): Written {
    this.version = theirs.version;
    this.stored = writtenOf(theirs);
    if (!keeps) this.written = this.stored;
    this.halted = false;
    void this.flush();
    if (!this.isDirty) this.ports.tell('saved', null, null);
    return this.written;
  }

  /** The page is left: what is not saved is sent, and nothing after it. */
  end(): void {
    clearTimeout(this.timer);
    if (!this.halted && this.isDirty && this.written.title.trim()) void this.flush();
  }
}
