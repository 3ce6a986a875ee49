/** The signed-in tab's one live connection: states, subscriptions, coming back after sleep. */
import { startPolling } from './polling.ts';
import { type Listener, Registry } from './registry.ts';
import {
  type Connection,
  type ConnectionEvent,
  disconnected,
  isBlocked,
  isExhausted,
  next,
} from './status.ts';
import type { Socket } from './stomp.ts';

/** A socket unseen for longer than this may be dead while it says it is open. */
const HIDDEN_TRUST_MS = 10_000;
/** Answers to what is sent over the socket. */
const REPLIES = '/user/queue/reply';

export class RealtimeConnection {
  private readonly registry = new Registry();
  private readonly listeners = new Set<() => void>();
  private state: Connection = disconnected;
  private socket: Socket | null = null;
  private hiddenAt: number | null = null;
  private wanted = false;
  private sessions = 0;
  private stopPolling: (() => void) | null = null;
  /** Set while the old socket is thrown away on purpose: its close is no failure. */
  private replacing = false;

  constructor() {
    // Where it is not subscribed the server answers a refused SEND with ERROR, and closes the socket.
    this.registry.add(REPLIES, { onMessage: () => {} });
  }

  subscribeStatus = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  status = () => this.state;

  /** Grows with each connection: tells whether something belongs to this one. */
  session = () => this.sessions;

  subscribe<T>(destination: string, listener: Listener<T>): () => void {
    return this.registry.add(destination, listener);
  }

  /** Whether the server has ended what was heard there: rights were lost. */
  hasLost(destination: string): boolean {
    return this.registry.hasLost(destination);
  }

  /** false: not connected, and what was said is worthless later (typing). */
  publish(destination: string, body: unknown): boolean {
    return this.socket?.publish(destination, body) ?? false;
  }

  async start(): Promise<void> {
    if (this.wanted) return;
    this.wanted = true;
    this.apply({ type: 'START' });
    document.addEventListener('visibilitychange', this.visibilityChanged);
    window.addEventListener('pageshow', this.pageShown);
    document.addEventListener('resume', this.resumed);
    window.addEventListener('online', this.resumed);
    const { createSocket } = await import('./stomp.ts');
    if (!this.wanted || this.socket) return;
    this.socket = createSocket(address(), {
      attempt: () => this.apply({ type: 'ATTEMPT' }),
      connected: (transport) => {
        this.sessions += 1;
        this.apply({ type: 'CONNECTED' });
        this.registry.connected(transport);
        // A new connection counts as looked at.
        if (document.hidden) this.sayHidden();
      },
      socketError: () => this.apply({ type: 'SOCKET_ERROR' }),
      closed: () => this.closed(),
    });
    this.socket.activate();
  }

  stop(): void {
    if (!this.wanted) return;
    this.wanted = false;
    document.removeEventListener('visibilitychange', this.visibilityChanged);
    window.removeEventListener('pageshow', this.pageShown);
    document.removeEventListener('resume', this.resumed);
    window.removeEventListener('online', this.resumed);
    this.registry.disconnected();
    this.socket?.stop();
    this.socket = null;
    this.apply({ type: 'STOP' });
  }

  /** 'Försök igen', and whenever there is reason to believe that it may work now. */
  reconnect(): void {
    if (!this.wanted || !this.socket) return;
    this.registry.disconnected();
    if (this.state.status === 'CONNECTED') this.apply({ type: 'CLOSED', counts: false });
    this.apply({ type: 'START' });
    this.replacing = true;
    this.socket.replace();
    this.replacing = false;
  }

  private closed() {
    if (this.replacing) return;
    this.registry.disconnected();
    const counts = document.visibilityState === 'visible' && navigator.onLine;
    this.apply({ type: 'CLOSED', counts });
    if (isExhausted(this.state)) this.socket?.stop();
  }

  /** A page that nobody has looked at for a minute does not keep the phone from ringing. */
  private sayHidden() {
    this.publish('/app/attention', { hidden: document.hidden });
  }

  private visibilityChanged = () => {
    this.sayHidden();
    if (document.visibilityState === 'hidden') {
      this.hiddenAt = Date.now();
      return;
    }
    const hiddenFor = this.hiddenAt === null ? 0 : Date.now() - this.hiddenAt;
    this.hiddenAt = null;
    if (hiddenFor > HIDDEN_TRUST_MS || this.state.status !== 'CONNECTED') this.reconnect();
  };

  private pageShown = (event: PageTransitionEvent) => {
    if (event.persisted) this.reconnect();
  };

  private resumed = () => this.reconnect();

  private apply(event: ConnectionEvent) {
    const state = next(this.state, event);
    if (state === this.state) return;
    this.state = state;
    this.pollWhereBlocked();
    for (const listener of this.listeners) listener();
  }

  private pollWhereBlocked() {
    if (!isBlocked(this.state)) {
      this.stopPolling?.();
      this.stopPolling = null;
      return;
    }
    this.stopPolling ??= startPolling({
      probe: answers,
      probed: (reached) => this.apply({ type: 'PROBED', reached }),
      ask: (all) => this.registry.poll(all),
      tryAgain: () => this.reconnect(),
    });
  }
}

/** Whether the server answers what is not a socket. */
const answers = (): Promise<boolean> =>
  fetch('/api/public/version', { cache: 'no-store', signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function address(): string {
  const url = new URL('/ws-notify', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

export const realtime = new RealtimeConnection();
