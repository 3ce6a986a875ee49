/** A real STOMP client (@stomp/stompjs over Node's own WebSocket), with feeds that tests can wait on. */

import { Client, type IFrame, type StompHeaders, Versions } from '@stomp/stompjs';
import type { Person } from './person.ts';
import type { LiveEvent } from './types.ts';
import { soon, until } from './wait.ts';

export interface LiveOptions {
  /** Another port than the server's: a line that can be cut. */
  port?: number;
  versions?: string[];
  headers?: StompHeaders;
  beats?: { incoming: number; outgoing: number };
  /** Milliseconds; 0 (the default) stays away once it is cut. */
  reconnectDelay?: number;
  /** Bodies without what says nothing, as the web app has them. */
  lean?: boolean;
  /** What happens in a workspace's channels in brief. */
  digest?: boolean;
}

/** One subscription and what came on it. */
export class Feed {
  readonly destination: string;
  readonly id: string;
  /** Everything that came, in order. */
  readonly all: LiveEvent[] = [];
  private readonly waiting: LiveEvent[] = [];

  constructor(destination: string, id: string) {
    this.destination = destination;
    this.id = id;
  }

  add(event: LiveEvent) {
    this.all.push(event);
    this.waiting.push(event);
  }

  /** The oldest event not taken yet that fits. */
  take(what: string | ((event: LiveEvent) => boolean), within?: number): Promise<LiveEvent> {
    const fits = typeof what === 'string' ? (event: LiveEvent) => event.type === what : what;
    return until(
      `${typeof what === 'string' ? what : 'an event'} on ${this.destination}; came: ${this.types()}`,
      () => {
        const at = this.waiting.findIndex(fits);
        return at < 0 ? undefined : this.waiting.splice(at, 1)[0];
      },
      within,
    );
  }

  get denied() {
    return this.all.some((event) => event.type === 'ACCESS_DENIED');
  }

  types() {
    return this.all.map((event) => event.type ?? event.status ?? 'TYPING').join(' ');
  }
}

let subscriptions = 0;

export class Live {
  readonly person: Person;
  readonly client: Client;
  /** ERROR frames. */
  readonly errors: IFrame[] = [];
  private readonly feeds: Feed[] = [];
  private readonly form: StompHeaders;
  closed = false;
  connects = 0;

  private constructor(person: Person, options: LiveOptions) {
    this.person = person;
    this.form = {
      ...(options.lean && { body: 'lean' }),
      ...(options.digest && { mode: 'digest' }),
    };
    this.client = new Client({
      brokerURL: `ws://127.0.0.1:${options.port ?? person.server.port}/ws-notify`,
      connectHeaders: options.headers ?? { token: person.token },
      reconnectDelay: options.reconnectDelay ?? 0,
      heartbeatIncoming: options.beats?.incoming ?? 4_000,
      heartbeatOutgoing: options.beats?.outgoing ?? 4_000,
      connectionTimeout: 8_000,
      ...(options.versions ? { stompVersions: new Versions(options.versions) } : {}),
    });
    this.client.onStompError = (frame) => this.errors.push(frame);
    this.client.onWebSocketClose = () => {
      this.closed = true;
    };
    this.client.onWebSocketError = () => {};
    this.client.onConnect = () => {
      this.closed = false;
      this.connects += 1;
    };
  }

  /** Starts connecting; `connect` also waits for CONNECTED. */
  static begin(person: Person, options: LiveOptions = {}): Live {
    const live = new Live(person, options);
    live.client.activate();
    return live;
  }

  static async connect(person: Person, options: LiveOptions = {}): Promise<Live> {
    const live = Live.begin(person, options);
    await until(`${person.userName} to be connected`, () => {
      const error = live.errors[0];
      if (error) throw new Error(`ERROR ${error.headers.message}: ${error.body}`);
      return live.connects > 0;
    });
    return live;
  }

  /** Subscribes, and waits until it is granted or refused (see `Feed.denied`). */
  async subscribe(destination: string, id = `s${++subscriptions}`): Promise<Feed> {
    const feed = new Feed(destination, id);
    let granted = false;
    const receipt = `r-${id}`;
    this.client.watchForReceipt(receipt, () => {
      granted = true;
    });
    const take = (message: { body: string }) => feed.add(JSON.parse(message.body) as LiveEvent);
    this.client.subscribe(destination, take, { id, receipt, ...this.form });
    this.feeds.push(feed);
    await until(`an answer to SUBSCRIBE ${destination}`, () => granted || feed.denied);
    return feed;
  }

  channel = (id: number) => this.subscribe(`/topic/chat/channel/${id}`);
  workspace = (id: number) => this.subscribe(`/topic/workspace/${id}/notifications`);
  typing = (id: number) => this.subscribe(`/topic/workspace/${id}/typing`);
  presence = (id: number) => this.subscribe(`/topic/workspace/${id}/presence`);
  post = (uuid: string) => this.subscribe(`/topic/post/${uuid}`);
  bell = () => this.subscribe('/user/queue/notifications');
  replies = () => this.subscribe('/user/queue/reply');

  send(destination: string, body: unknown, headers: StompHeaders = {}) {
    this.client.publish({ destination, body: JSON.stringify(body), headers });
  }

  type(channelId: number, isTyping: boolean) {
    this.send('/app/typing', { type: 'TYPING', channelId, isTyping, timestamp: Date.now() });
  }

  /** Says whether the page is hidden; done when that is known. */
  async attend(hidden: boolean) {
    this.send('/app/attention', { hidden });
    await this.settle();
  }

  /** Sends a frame and waits for its receipt: everything before it has been carried out. */
  async settle() {
    const receipt = `settle-${++subscriptions}`;
    const done = new Promise<void>((done) => this.client.watchForReceipt(receipt, () => done()));
    this.client.unsubscribe('no such subscription', { receipt });
    await soon('a receipt', done);
  }

  /** The ERROR frame that ends this connection, after it has ended. */
  async error(within?: number): Promise<IFrame> {
    const frame = await until('an ERROR frame', () => this.errors[0], within);
    await until('the end of the connection', () => this.closed, within);
    return frame;
  }

  async leave() {
    await this.client.deactivate({ force: this.closed });
  }
}
