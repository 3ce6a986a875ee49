/** When to say that I write: a client repeats it every 3 s. */
import { TYPING_ENDS_MS } from './typing.ts';

export const TYPING_REPEAT_MS = 3000;

/** Says that I write: at once, then every 3 s while keys come, and that I stopped. */
export class TypingSender {
  private last = 0;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private readonly publish: (isTyping: boolean) => boolean;

  /** `publish` answers false where nothing could be said: the next key tries again. */
  constructor(publish: (isTyping: boolean) => boolean) {
    this.publish = publish;
  }

  typed(now = Date.now()) {
    if (now - this.last >= TYPING_REPEAT_MS) {
      this.last = this.publish(true) ? now : 0;
    }
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.stop(), TYPING_ENDS_MS - 1000);
  }

  stop() {
    clearTimeout(this.idle);
    if (this.last === 0) return;
    this.last = 0;
    this.publish(false);
  }
}
