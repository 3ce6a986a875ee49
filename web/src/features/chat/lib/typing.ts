/** Who is writing. The server ends typing 6 s after its last sign. */
import type { TypingEvent } from '@/realtime/events.ts';

export const TYPING_ENDS_MS = 6000;

export interface Typist {
  userId: number;
  userName: string;
  channelId: number;
  parentMessageId: number | null;
}

export class TypingRoom {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private typists: readonly Typist[] = [];
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  snapshot = () => this.typists;

  /** true: this person was not writing here before, a new burst begins. */
  sign(event: TypingEvent): boolean {
    const key = `${event.channelId}:${event.userId}`;
    const began = event.isTyping && !this.timers.has(key);
    clearTimeout(this.timers.get(key));
    if (!event.isTyping) {
      this.drop(key);
      return false;
    }
    this.timers.set(
      key,
      setTimeout(() => this.drop(key), TYPING_ENDS_MS),
    );
    const typist: Typist = {
      userId: event.userId,
      userName: event.userName,
      channelId: event.channelId,
      parentMessageId: event.parentMessageId ?? null,
    };
    const rest = this.typists.filter((other) => keyOf(other) !== key);
    this.set(
      began || rest.length === this.typists.length ? [...rest, typist] : this.replaced(key, typist),
    );
    return began;
  }

  /** Their message is here: they are done writing. */
  wrote(channelId: number, userId: number) {
    const key = `${channelId}:${userId}`;
    clearTimeout(this.timers.get(key));
    this.drop(key);
  }

  clear() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    if (this.typists.length > 0) this.set([]);
  }

  private replaced(key: string, typist: Typist): readonly Typist[] {
    const same = this.typists.find((other) => keyOf(other) === key);
    if (same?.userName === typist.userName && same.parentMessageId === typist.parentMessageId) {
      return this.typists;
    }
    return this.typists.map((other) => (keyOf(other) === key ? typist : other));
  }

  private drop(key: string) {
    this.timers.delete(key);
    const rest = this.typists.filter((typist) => keyOf(typist) !== key);
    if (rest.length !== this.typists.length) this.set(rest);
  }

  private set(typists: readonly Typist[]) {
    if (typists === this.typists) return;
    this.typists = typists;
    for (const listener of this.listeners) listener();
  }
}

const keyOf = (typist: Typist) => `${typist.channelId}:${typist.userId}`;

export function typingText(names: readonly string[]): string {
  const first = names.map((name) => name.split(' ')[0] ?? name);
  if (first.length === 0) return '';
  if (first.length === 1) return `${first[0]} skriver …`;
  if (first.length === 2) return `${first[0]} och ${first[1]} skriver …`;
  return 'Flera skriver …';
}
