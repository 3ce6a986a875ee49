/** A client that follows a channel as contract §3.6 says, and knows no more than that: subscribe, fetch after the cursor, apply
 * what comes live; on RESYNC fetch again; on a broken connection come back, to another node if need be. Its cursor is the
 * largest it has seen. What it makes of the events is for those made of it to say. */

import { type Feed, Live } from './live.ts';
import type { Person, Place } from './person.ts';
import type { LiveEvent, Message } from './types.ts';
import { sleep } from './wait.ts';

let followers = 0;

export abstract class Following {
  readonly who: Person;
  readonly channel: number;
  protected readonly nodes: Place[];
  private at: number;
  /** Every other hears bodies as the web app does. */
  private readonly lean = ++followers % 2 === 0;
  private cursor: number | null = null;
  private over = false;
  private live: Live | undefined;
  private running: Promise<void> | undefined;

  constructor(who: Person, channel: number, nodes: Place[], first = 0) {
    this.who = who;
    this.channel = channel;
    this.nodes = nodes;
    this.at = first;
  }

  /** An event, live or fetched, once or more. */
  protected abstract take(event: LiveEvent): void;

  /** What the page shows that it begins from. */
  protected begins(_page: readonly Message[]): void {}

  private get node(): Place {
    const node = this.nodes[this.at % this.nodes.length];
    if (!node) throw new Error('no node');
    return node;
  }

  /** Answers when it listens. */
  async begin(): Promise<this> {
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
        const from = this.cursor ?? (await this.firstPage());
        this.live = await Live.connect(this.who.at(this.node), { lean: this.lean });
        const feed = await this.live.channel(this.channel);
        await this.catchUp(from);
        listening();
        await this.follow(this.live, feed);
      } catch {
        await sleep(200);
      }
      await this.live?.leave().catch(() => {});
      // What no longer answers is left for the other.
      this.at += 1;
    }
  }

  private async firstPage(): Promise<number> {
    const page = await this.who.at(this.node).page(this.channel);
    this.begins(page.data);
    this.cursor = page.cursor;
    return page.cursor;
  }

  private async follow(live: Live, feed: Feed) {
    let applied = 0;
    while (!this.over && !live.closed) {
      const news = feed.all.slice(applied);
      applied += news.length;
      for (const event of news) this.take(event);
      // What came with the word that something is missing is no place to begin from.
      if (news.some((event) => event.type === 'RESYNC')) await this.catchUp(this.cursor ?? 0);
      for (const { type, cursor } of news) if (type !== 'RESYNC') this.reach(cursor ?? 0);
      await sleep(20);
    }
  }

  private async catchUp(from: number) {
    for (let after = from; ; ) {
      const page = await this.who.at(this.node).events(this.channel, after, 1_000);
      if (page.reset) throw new Error('the gap is too large for this test');
      for (const event of page.events) this.take(event);
      // Of a page that is not the last one only the next page can begin at the cursor.
      after = page.cursor;
      if (page.hasMore) continue;
      this.reach(page.cursor);
      return;
    }
  }

  private reach(cursor: number) {
    this.cursor = Math.max(this.cursor ?? 0, cursor);
  }
}
