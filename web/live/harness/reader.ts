/** A reader that keeps a channel as the contract says, and knows no more than that: subscribe, fetch after the cursor, apply what
 * comes live; on RESYNC fetch again; on a broken connection come back, to another node if need be. Its cursor is the largest
 * it has seen. */

import { type Feed, Live } from './live.ts';
import type { Person, Place } from './person.ts';
import { sleep } from './wait.ts';

export class Reader {
  readonly channel: number;
  readonly seen = new Set<number>();
  private readonly who: Person;
  private readonly nodes: Place[];
  private at = 0;
  private cursor = 0;
  private over = false;
  private running: Promise<void> | undefined;

  constructor(who: Person, channel: number, nodes: Place[]) {
    this.who = who;
    this.channel = channel;
    this.nodes = nodes;
  }

  get name() {
    return `${this.who.userName} (first on ${this.nodes[0]?.port})`;
  }

  private get node(): Place {
    const node = this.nodes[this.at % this.nodes.length];
    if (!node) throw new Error('no node');
    return node;
  }

  /** Answers when it listens. */
  async begin(): Promise<this> {
    const page = await this.who.at(this.node).page(this.channel);
    for (const message of page.data) this.seen.add(message.id);
    this.cursor = page.cursor;
    let listening: () => void = () => {};
    const ready = new Promise<void>((done) => {
      listening = done;
    });
    this.running = this.run(listening);
    await ready;
    return this;
  }

  private async run(listening: () => void) {
    while (!this.over) {
      let live: Live | undefined;
      try {
        live = await Live.connect(this.who.at(this.node));
        const feed = await live.channel(this.channel);
        await this.catchUp();
        listening();
        await this.follow(live, feed);
      } catch {
        await sleep(200);
      }
      await live?.leave().catch(() => {});
      // What no longer answers is left for the other.
      this.at += 1;
    }
  }

  private async follow(live: Live, feed: Feed) {
    let applied = 0;
    while (!this.over && !live.closed) {
      const news = feed.all.slice(applied);
      applied += news.length;
      for (const event of news) if (event.messageId) this.seen.add(event.messageId);
      const cursors = news.filter((e) => e.type !== 'RESYNC').map((event) => event.cursor ?? 0);
      // What came with the word that something is missing is no place to begin from.
      if (news.some((event) => event.type === 'RESYNC')) await this.catchUp();
      this.cursor = Math.max(this.cursor, ...cursors);
      await sleep(20);
    }
  }

  private async catchUp() {
    for (let next = this.cursor; ; ) {
      const page = await this.who.at(this.node).events(this.channel, next, 1_000);
      if (page.reset) throw new Error('the gap is too large for this test');
      for (const event of page.events) if (event.messageId) this.seen.add(event.messageId);
      next = page.cursor;
      if (page.hasMore) continue;
      this.cursor = Math.max(this.cursor, page.cursor);
      return;
    }
  }

  async leave() {
    this.over = true;
    await this.running;
  }
}
