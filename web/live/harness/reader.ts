/** A reader that notes which messages it has met. */

import { Following } from './following.ts';
import type { LiveEvent, Message } from './types.ts';

export class Reader extends Following {
  readonly seen = new Set<number>();

  get name() {
    return `${this.who.userName} (first on ${this.nodes[0]?.port})`;
  }

  protected override begins(page: readonly Message[]) {
    for (const message of page) this.seen.add(message.id);
  }

  protected override take({ messageId }: LiveEvent) {
    if (messageId) this.seen.add(messageId);
  }
}
