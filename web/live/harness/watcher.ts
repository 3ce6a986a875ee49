/** A client that keeps a channel as contract §3.7 says and knows no more than that: every event carries a version of its message
 * with all that the message is at it, and the highest version holds. It subscribes, fetches after its cursor, applies what comes
 * live, fetches again on RESYNC, and comes back, to another node if need be, when its connection is cut. */

import { type Feed, Live } from './live.ts';
import type { Person, Place } from './person.ts';
import type { LiveEvent, Message } from './types.ts';
import { sleep } from './wait.ts';

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

export class Watcher {
  private readonly held = new Map<number, Shown>();
  /** What I do with an emoji is told by my own events alone, each with its version. */
  private readonly mine = new Map<string, { on: boolean; version: number }>();
  private readonly channel: number;
  private readonly nodes: Place[];
  private at: number;
  private cursor = 0;
  private over = false;
  private live: Live | undefined;
  private running: Promise<void> | undefined;
  readonly who: Person;

  constructor(who: Person, channel: number, nodes: Place[], first: number) {
    this.who = who;
    this.channel = channel;
    this.nodes = nodes;
    this.at = first;
  }

  private get node(): Place {
    const node = this.nodes[this.at % this.nodes.length];
    if (!node) throw new Error('no node');
    return node;
  }

  async begin(): Promise<this> {
    this.cursor = (await this.who.at(this.node).page(this.channel)).cursor;
    await new Promise<void>((listening) => {
      this.running = this.run(listening);
    });
    return this;
  }

  /** The connection breaks; it comes back to the other node. */
  cut() {
    void this.live?.leave().catch(() => {});
  }

  async leave() {
    this.over = true;
    await this.running;
  }

  private async run(listening: () => void) {
    while (!this.over) {
      try {
        this.live = await Live.connect(this.who.at(this.node));
        const feed = await this.live.channel(this.channel);
        await this.catchUp();
        listening();
        await this.follow(this.live, feed);
      } catch {
        await sleep(200);
      }
      await this.live?.leave().catch(() => {});
      this.at += 1;
    }
  }

  private async follow(live: Live, feed: Feed) {
    let applied = 0;
    while (!this.over && !live.closed) {
      const news = feed.all.slice(applied);
      applied += news.length;
      for (const event of news) this.fold(event);
      if (news.some((event) => event.type === 'RESYNC')) await this.catchUp();
      const cursors = news.filter((e) => e.type !== 'RESYNC').map((event) => event.cursor ?? 0);
      this.cursor = Math.max(this.cursor, ...cursors);
      await sleep(20);
    }
  }

  private async catchUp() {
    for (let next = this.cursor; ; ) {
      const page = await this.who.at(this.node).events(this.channel, next, 1_000);
      if (page.reset) throw new Error('the gap is too large for this test');
      for (const event of page.events) this.fold(event);
      next = page.cursor;
      if (page.hasMore) continue;
      this.cursor = Math.max(this.cursor, page.cursor);
      return;
    }
  }

  private fold(event: LiveEvent) {
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
    this.take(messageId, version, () => ({
      version,
      parent: event.parentMessageId ?? null,
      author: event.senderId ?? 0,
      content: event.content ?? '',
      formatted: event.formattedContent ?? event.content ?? '',
      edited: event.edited ?? false,
      deleted: event.deleted ?? false,
      visible: event.visible ?? false,
      created: event.created ?? '',
      updated: event.updated ?? '',
      mentions: event.mentions ?? [],
      // On an event about a reply these are its parent's.
      replies: isReply ? 0 : (event.replyCount ?? 0),
      lastReply: isReply ? null : (event.lastReplyAt ?? null),
      reactions: (event.reactions ?? []).map(({ emoji, count }) => [emoji, count, false]),
    }));
    const held = parent && this.held.get(parent.messageId);
    if (parent && held)
      this.take(parent.messageId, parent.version, () => ({
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

  private take(id: number, version: number, state: () => Shown) {
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
