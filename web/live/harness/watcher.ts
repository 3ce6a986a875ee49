/** A client that keeps a channel as contract §3.7 says: every event carries a version of its message with all that the message is
 * at it, and the highest version holds. */

import { Following } from './following.ts';
import type { Person } from './person.ts';
import type { LiveEvent, Message } from './types.ts';

/** Every field of a message that a reader sees, times to the millisecond. */
export interface Shown {
  version: number;
  parent: number | null;
  author: number;
  content: string;
  formatted: string;
  edited: boolean;
  deleted: boolean;
  visible: boolean;
  created: string;
  updated: string;
  mentions: number[];
  replies: number;
  lastReply: string | null;
  /** Emoji and count in the order they are shown in, and whether I am among them. */
  reactions: [emoji: string, count: number, me: boolean][];
}

const shown = (message: Message): Shown => ({
  version: message.version,
  parent: message.parentMessageId,
  author: message.userId,
  content: message.content,
  formatted: message.formattedContent,
  edited: message.edited,
  deleted: message.deleted,
  visible: message.visible,
  created: message.created,
  updated: message.updated,
  mentions: message.mentions,
  replies: message.replyCount,
  lastReply: message.lastReplyAt,
  reactions: message.reactions.map(({ emoji, count, me }) => [emoji, count, me]),
});

/** What a fresh look shows: every message of the channel and of its threads. */
export async function look(who: Person, channel: number): Promise<Map<number, Shown>> {
  const all = new Map<number, Shown>();
  for (const message of await who.history(channel)) {
    all.set(message.id, shown(message));
    if (message.replyCount === 0 && message.version === 1) continue;
    const { replies } = await who.thread(message.id);
    for (const reply of replies) all.set(reply.id, shown(reply));
  }
  return all;
}

export class Watcher extends Following {
  private readonly held = new Map<number, Shown>();
  /** What I do with an emoji is told by my own events alone, each with its version. */
  private readonly mine = new Map<string, { on: boolean; version: number }>();

  protected override take(event: LiveEvent) {
    const { messageId, version, parent } = event;
    if (messageId === undefined || messageId === null) return;
    if (version === undefined) throw new Error(`${event.type} without a version`);
    const { emoji, userId, added } = event;
    if (emoji !== undefined && userId === this.who.id) {
      const key = `${messageId} ${emoji}`;
      if (version >= (this.mine.get(key)?.version ?? 0))
        this.mine.set(key, { on: added === true, version });
    }
    const isReply = typeof event.parentMessageId === 'number';
    this.keep(messageId, version, () => ({
      version,
      parent: event.parentMessageId ?? null,
      author: event.senderId ?? 0,
      content: event.content ?? '',
      formatted: event.formattedContent ?? event.content ?? '',
      edited: event.edited ?? false,
      deleted: event.deleted ?? false,
      visible: event.visible ?? true,
      created: event.created ?? '',
      updated: event.updated ?? event.created ?? '',
      mentions: event.mentions ?? [],
      // On an event about a reply these are its parent's.
      replies: isReply ? 0 : (event.replyCount ?? 0),
      lastReply: isReply ? null : (event.lastReplyAt ?? null),
      reactions: (event.reactions ?? []).map(({ emoji, count }) => [emoji, count, false]),
    }));
    const held = parent && this.held.get(parent.messageId);
    if (parent && held)
      this.keep(parent.messageId, parent.version, () => ({
        ...held,
        version: parent.version,
        content: parent.content,
        formatted: parent.formattedContent,
        edited: parent.edited,
        deleted: parent.deleted,
        updated: parent.updated,
        mentions: parent.mentions,
        replies: parent.replyCount,
        lastReply: parent.lastReplyAt ?? null,
        reactions: parent.reactions.map(({ emoji, count }) => [emoji, count, false]),
      }));
  }

  private keep(id: number, version: number, state: () => Shown) {
    if (version >= (this.held.get(id)?.version ?? 0)) this.held.set(id, state());
  }

  /** What this client shows of the messages that it has met. */
  shows(): Map<number, Shown> {
    const mine = (id: number, emoji: string) => this.mine.get(`${id} ${emoji}`)?.on ?? false;
    return new Map(
      [...this.held].map(([id, state]) => [
        id,
        {
          ...state,
          reactions: state.reactions.map(([emoji, count]) => [emoji, count, mine(id, emoji)]),
        },
      ]),
    );
  }
}
