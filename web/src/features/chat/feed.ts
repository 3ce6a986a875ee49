/**
 * One open channel kept true: live frames are folded once per animation frame, and whatever may have been
 * missed is read back by cursor. Frames that come while that is read are folded at once (they are news) and
 * again afterwards (what they spoke of may only have come with the recovery).
 */
import type { QueryClient } from '@tanstack/react-query';
import { realtime } from '@/realtime/connection.ts';
import type { LiveNotification } from '@/realtime/events.ts';
import { chatApi } from './api.ts';
import { foldAll, foldThread } from './cache/fold.ts';
import type { ThreadState, Timeline } from './cache/model.ts';
import { trim, WINDOW_MAX } from './cache/pages.ts';
import { chatKeys } from './queries.ts';

const RETRY_MS = 3000;
const TRIM_TO = 800;

export class ChannelFeed {
  /** Whether the reader stands at the end: only then may rows above be let go. */
  atEnd = true;
  private queue: LiveNotification[] = [];
  private meanwhile: LiveNotification[] = [];
  private scheduled = false;
  /** Something may be missing since the timeline's cursor. */
  private gap = true;
  private running = false;
  private again = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The connection in which waiting messages were last looked up: once for each is enough. */
  private reviewed = 0;
  /** What is folded while a thread is on its way, for each that is. */
  private readonly collecting = new Set<LiveNotification[]>();
  private readonly stopStatus: () => void;
  readonly channelId: number;
  private readonly client: QueryClient;
  private readonly me: number;

  constructor(client: QueryClient, channelId: number, me: number) {
    this.client = client;
    this.channelId = channelId;
    this.me = me;
    this.stopStatus = realtime.subscribeStatus(() => {
      if (realtime.status().status !== 'CONNECTED') this.gap = true;
    });
  }

  close() {
    this.flush();
    this.closed = true;
    this.stopStatus();
  }

  receive(event: LiveNotification) {
    if (event.type === 'RESYNC') {
      void this.recover();
      return;
    }
    this.queue.push(event);
    if (this.running) this.meanwhile.push(event);
    if (this.scheduled) return;
    this.scheduled = true;
    // A hidden tab gets no animation frames, but its title and badges are still read.
    if (document.hidden) setTimeout(this.flush, 100);
    else requestAnimationFrame(this.flush);
  }

  /**
   * Notes what is folded from now on: an answer that is on its way may be older than it, and what is not held yet takes
   * nothing in. To be folded into that answer, and stopped.
   */
  collect(): { events: readonly LiveNotification[]; stop: () => void } {
    const events: LiveNotification[] = [];
    this.collecting.add(events);
    return { events, stop: () => this.collecting.delete(events) };
  }

  /** Reads everything after the held cursor; safe to call at any time, as often as one likes. */
  async recover(): Promise<void> {
    this.gap = true;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      do {
        this.again = false;
        await this.readOn();
      } while (this.again && !this.closed);
    } catch {
      clearTimeout(this.retry);
      this.retry = setTimeout(() => !this.closed && void this.recover(), RETRY_MS);
    } finally {
      this.running = false;
      this.meanwhile = [];
    }
  }

  private async readOn() {
    // A page that is not the last one may name a place that only the next page can begin at.
    let next: number | null = null;
    for (;;) {
      const held = this.timeline();
      if (!held || this.closed) return;
      const answer = await chatApi.events(this.channelId, next ?? held.cursor);
      if (this.closed) return;
      if (answer.reset) {
        await Promise.all([
          this.client.invalidateQueries({ queryKey: chatKeys.messages(this.channelId) }),
          this.client.invalidateQueries({ queryKey: chatKeys.threads(this.channelId) }),
        ]);
        this.gap = false;
        return;
      }
      this.apply(answer.events, answer.hasMore ? null : answer.cursor);
      if (!answer.hasMore) break;
      next = answer.cursor;
    }
    this.gap = false;
    this.apply(this.meanwhile.splice(0), null);
    await this.reviewWaiting();
  }

  /** A refusal leaves no event behind: what is held as waiting is looked up anew. */
  private async reviewWaiting() {
    const held = this.timeline();
    const waiting = held?.ids.some((id) => held.byId[id]?.visible === false);
    if (!waiting || this.closed) return;
    const key = chatKeys.messages(this.channelId);
    if (this.reviewed === realtime.session()) return;
    this.reviewed = realtime.session();
    await this.client.invalidateQueries({ queryKey: key });
  }

  private flush = () => {
    this.scheduled = false;
    const events = this.queue.splice(0);
    if (events.length === 0) return;
    const newest = Math.max(...events.map((event) => event.cursor ?? 0));
    this.apply(events, this.gap ? null : newest);
  };

  private apply(events: readonly LiveNotification[], cursor: number | null) {
    const me = this.me;
    for (const collected of this.collecting) collected.push(...events);
    this.client.setQueryData<Timeline>(chatKeys.messages(this.channelId), (held) => {
      if (!held) return held;
      const folded = foldAll(held, events, { me, threadId: null });
      const moved = cursor !== null && cursor > folded.cursor ? { ...folded, cursor } : folded;
      return this.atEnd && moved.ids.length > WINDOW_MAX ? trim(moved, TRIM_TO) : moved;
    });
    const threads = this.client.getQueriesData<ThreadState>({
      queryKey: chatKeys.threads(this.channelId),
    });
    for (const [key, thread] of threads) {
      if (!thread) continue;
      const scope = { me, threadId: thread.parent.id };
      const folded = events.reduce((state, event) => foldThread(state, event, scope), thread);
      if (folded !== thread) this.client.setQueryData(key, folded);
    }
  }

  private timeline(): Timeline | undefined {
    return this.client.getQueryData<Timeline>(chatKeys.messages(this.channelId));
  }
}
