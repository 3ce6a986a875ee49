/** A client that keeps a channel as the contract says: subscribe, fetch what came after the cursor, then apply what came
 * live meanwhile. What it ends with must be what a fresh look would show. */

import type { Line } from './line.ts';
import { type Feed, Live } from './live.ts';
import type { Person } from './person.ts';
import type { LiveEvent, Message } from './types.ts';
import { until } from './wait.ts';

/** What is compared: the fields a reader sees, without what only time decides. */
export interface Kept {
  id: number;
  parent: number | null;
  content: string;
  formatted: string;
  edited: boolean;
  deleted: boolean;
  mentions: number[];
  replies: number;
  lastReply: string | null;
  reactions: Record<string, { count: number; me: boolean }>;
}

export function kept(message: Message): Kept {
  return {
    id: message.id,
    parent: message.parentMessageId,
    content: message.content,
    formatted: message.formattedContent,
    edited: message.edited,
    deleted: message.deleted,
    mentions: message.mentions,
    replies: message.replyCount,
    lastReply: message.lastReplyAt,
    reactions: Object.fromEntries(
      message.reactions.map(({ emoji, count, me }) => [emoji, { count, me }]),
    ),
  };
}

export class Follower {
  readonly person: Person;
  readonly channel: number;
  readonly line: Line;
  readonly messages = new Map<number, Kept>();
  cursor = 0;
  resets = 0;
  private live: Live | undefined;
  private feed: Feed | undefined;
  /** How many of the feed's events have been applied. */
  private applied = 0;

  constructor(person: Person, channel: number, line: Line) {
    this.person = person;
    this.channel = channel;
    this.line = line;
  }

  /** Comes (back) and catches up. */
  async come() {
    this.live = await Live.connect(this.person, { port: this.line.port });
    this.feed = await this.live.channel(this.channel);
    this.applied = 0;
    if (this.cursor === 0) await this.reload();
    for (let next = this.cursor; ; ) {
      const page = await this.person.events(this.channel, next, 20);
      if (page.reset) {
        this.resets += 1;
        await this.reload();
        next = this.cursor;
        continue;
      }
      if (page.events.length > 20) throw new Error('a page is larger than asked for');
      for (const event of page.events) this.fold(event);
      next = page.cursor;
      if (page.hasMore) continue;
      this.cursor = Math.max(this.cursor, page.cursor);
      break;
    }
    this.drain();
  }

  private async reload() {
    const page = await this.person.page(this.channel);
    this.messages.clear();
    for (const message of page.data) this.messages.set(message.id, kept(message));
    this.cursor = page.cursor;
  }

  /** Applies what has come live. */
  drain() {
    if (!this.feed) return;
    for (const event of this.feed.all.slice(this.applied)) {
      this.fold(event);
      this.cursor = Math.max(this.cursor, event.cursor ?? 0);
    }
    this.applied = this.feed.all.length;
  }

  /** The line is cut; what had arrived before has been seen. */
  async cut() {
    this.drain();
    this.line.cut();
    const live = this.live;
    await until('the client to notice', () => live?.closed);
    this.drain();
    await live?.leave();
    this.feed = undefined;
  }

  async leave() {
    await this.live?.leave();
  }

  private fold(event: LiveEvent) {
    const id = event.messageId;
    if (id === undefined || id === null) return;
    if (event.type === 'MESSAGE_REACTION') {
      const message = this.messages.get(id);
      const emoji = event.emoji ?? '';
      if (!message || message.deleted) return;
      const me =
        event.userId === this.person.id
          ? event.added === true
          : (message.reactions[emoji]?.me ?? false);
      if (event.count) message.reactions[emoji] = { count: event.count, me };
      else delete message.reactions[emoji];
      return;
    }
    const known = this.messages.get(id);
    // An old word about a message that is gone does not bring it back.
    if (known?.deleted && !event.deleted) return;
    this.messages.set(id, {
      id,
      parent: event.parentMessageId ?? null,
      content: event.content ?? '',
      formatted: event.formattedContent ?? event.content ?? '',
      edited: event.edited ?? false,
      deleted: event.deleted ?? false,
      mentions: event.mentions ?? [],
      replies: known?.replies ?? 0,
      lastReply: known?.lastReply ?? null,
      reactions: event.deleted ? {} : (known?.reactions ?? {}),
    });
    const parent = this.messages.get(event.parentMessageId ?? 0);
    if (parent && event.replyCount !== undefined) {
      parent.replies = event.replyCount;
      parent.lastReply = event.lastReplyAt ?? null;
    }
  }
}
