/**
 * Answers of an attempt while it is under way. Each change raises `seq`; what is newest is kept on this device until the server
 * has it, and sent as soon as it can be: one call at a time, always the whole of what stands. So nothing is lost over a reload or
 * a tunnel, and an older tab never undoes a newer one: the server ignores a smaller `seq` and says what stands, which is shown.
 * Pure but for the ports.
 */
import { ApiError } from '@/api/ApiError.ts';

/** What somebody answered: options that are ticked, or a text. */
export type Answer = { options: number[]; text: string };
export type Answers = Readonly<Record<number, Answer>>;

/** What stands, as the server or this device has it. */
export type Standing = { seq: number; answers: Answers };

export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'over' | 'wrong';

export type Ports = {
  send: (standing: Standing) => Promise<Standing & { savedAt: string }>;
  /** Keeps it on this device until the server has it. */
  keep: (standing: Standing) => void;
  /** The server has what was kept up to this number; what another tab has kept since stays. */
  drop: (seq: number) => void;
  tell: (change: {
    state: SaveState;
    answers: Answers;
    savedAt: string | null;
    /** Why the server refused it, where it did. */
    error: ApiError | null;
    /** Others' answers took the place of these. */
    moved: boolean;
  }) => void;
};

/** How long somebody pauses in a text before it is sent, and how long before a call is tried again. */
export const PAUSE_MS = 800;
export const AGAIN_MS = 4_000;

const EMPTY: Answer = { options: [], text: '' };
export const answerOf = (answers: Answers, question: number): Answer => answers[question] ?? EMPTY;

export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.options.length > 0 || answer.text.trim() !== '');

const sameAnswer = (one: Answer, other: Answer) =>
  one.text === other.text &&
  one.options.length === other.options.length &&
  one.options.every((option) => other.options.includes(option));

/** The server leaves out spaces around a text. */
const trimmed = ({ options, text }: Answer): Answer => ({ options, text: text.trim() });

export function sameAnswers(one: Answers, other: Answers): boolean {
  const questions = new Set([...Object.keys(one), ...Object.keys(other)].map(Number));
  return [...questions].every((id) =>
    sameAnswer(trimmed(answerOf(one, id)), trimmed(answerOf(other, id))),
  );
}

/** What this device has kept counts where it is newer than what the server has. */
export const newest = (server: Standing, kept: Standing | null): Standing =>
  kept && kept.seq > server.seq ? kept : server;

export class AnswerQueue {
  private standing: Standing;
  /** The newest `seq` that the server has. */
  private stored: number;
  private savedAt: string | null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private under: Promise<void> | null = null;
  private ended = false;
  private isLeft = false;
  private readonly ports: Ports;

  constructor(server: Standing & { savedAt: string | null }, kept: Standing | null, ports: Ports) {
    this.ports = ports;
    this.standing = newest(server, kept);
    this.stored = server.seq;
    this.savedAt = server.savedAt;
  }

  get answers(): Answers {
    return this.standing.answers;
  }

  /** Whether there is something that the server does not have. */
  get isDirty(): boolean {
    return this.standing.seq > this.stored;
  }

  /** `pause`: in the middle of a text; a choice is sent at once. */
  answer(question: number, answer: Answer, pause = 0): void {
    if (this.ended || sameAnswer(answerOf(this.answers, question), answer)) return;
    this.standing = {
      seq: this.standing.seq + 1,
      answers: { ...this.answers, [question]: answer },
    };
    this.ports.keep(this.standing);
    this.say('waiting');
    this.plan(pause);
  }

  /** Another tab of this browser has kept something newer. */
  heard(other: Standing): void {
    if (this.ended || other.seq <= this.standing.seq) return;
    this.standing = other;
    this.say('waiting', null, true);
    // That tab sends it; this one only where it was closed before.
    this.plan(AGAIN_MS);
  }

  private plan(wait: number): void {
    clearTimeout(this.timer);
    if (this.isDirty && !this.ended && !this.isLeft)
      this.timer = setTimeout(() => void this.flush(), wait);
  }

  /** Sends what the server does not have. Answers whether it has all of it. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    while (this.under) await this.under;
    if (this.ended || !this.isDirty) return !this.isDirty;
    this.under = this.call().finally(() => {
      this.under = null;
    });
    await this.under;
    return !this.isDirty;
  }

  private async call(): Promise<void> {
    const sent = this.standing;
    this.say('saving');
    try {
      const stands = await this.ports.send(sent);
      this.savedAt = stands.savedAt;
      this.took(sent, stands);
    } catch (error) {
      this.failed(error);
    }
  }

  private took(sent: Standing, stands: Standing): void {
    this.stored = stands.seq;
    const isTaken = stands.seq === sent.seq && sameAnswers(stands.answers, sent.answers);
    if (isTaken && this.standing !== sent) {
      // More was answered meanwhile.
      this.say('waiting');
      this.plan(0);
      return;
    }
    // What was answered here over an older copy than what stands is not sent over it.
    const moved = !isTaken && !sameAnswers(stands.answers, this.answers);
    if (!isTaken) this.standing = { seq: stands.seq, answers: stands.answers };
    this.ports.drop(this.stored);
    this.say('saved', null, moved);
  }

  private failed(error: unknown): void {
    if (error instanceof ApiError && !error.isTransient) {
      // Time is up, or it was handed in by another tab.
      this.ended = error.status === 409;
      if (this.ended) this.ports.drop(Number.MAX_SAFE_INTEGER);
      this.say(this.ended ? 'over' : 'wrong', error);
      return;
    }
    this.say('offline');
    this.plan(AGAIN_MS);
  }

  private say(state: SaveState, error: ApiError | null = null, moved = false): void {
    const { answers, savedAt } = this;
    this.ports.tell({ state, answers, savedAt, error, moved });
  }

  /** The page is left: what is dirty is tried once; what does not get through is kept on this device. */
  leave(): void {
    this.isLeft = true;
    void this.flush();
  }

  /** The page is there again. */
  enter(): void {
    this.isLeft = false;
    this.plan(0);
  }
}
