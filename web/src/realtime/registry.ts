/**
 * What the page wants to hear, apart from whether a socket is open. Subscriptions vanish with their
 * socket; the registry tells each new one everything again.
 */
import { type AccessDenied, isAccessDenied } from './events.ts';

export interface Listener<T = unknown> {
  onMessage(body: T): void;
  /** The server has confirmed the subscription: from here on nothing is missed. Also after each reconnect. */
  onActive?(): void;
  onDenied?(message: string, how: AccessDenied): void;
  /** Sockets are blocked: what is new is asked for, every few seconds. Without it all is asked for anew, less often. */
  onPoll?(): void;
}

/** What the registry needs of a connected client. */
export interface Transport {
  subscribe(
    destination: string,
    id: string,
    receive: (body: string) => void,
    confirmed: () => void,
  ): { unsubscribe(): void };
}

interface Entry {
  id: string;
  destination: string;
  listeners: Set<Listener>;
  live: { unsubscribe(): void } | null;
  active: boolean;
  denied: AccessDenied | null;
}

export class Registry {
  private readonly entries = new Map<string, Entry>();
  /** Destinations that the server has refused or ended, until it confirms them again. */
  private readonly lost = new Set<string>();
  private transport: Transport | null = null;
  private nextId = 0;

  /** Several listeners of one destination share a subscription. Returns how to stop. */
  add<T>(destination: string, listener: Listener<T>): () => void {
    let entry = this.entries.get(destination);
    if (!entry) {
      entry = {
        id: `s${this.nextId++}`,
        destination,
        listeners: new Set(),
        live: null,
        active: false,
        denied: null,
      };
      this.entries.set(destination, entry);
    }
    const held = entry;
    const added = listener as Listener;
    held.listeners.add(added);
    if (held.denied !== null) {
      const how = held.denied;
      queueMicrotask(() => held.listeners.has(added) && added.onDenied?.(how.message, how));
    } else if (held.active) {
      queueMicrotask(() => held.listeners.has(added) && added.onActive?.());
    } else if (!held.live) {
      this.open(held);
    }
    return () => {
      held.listeners.delete(added);
      if (held.listeners.size > 0) return;
      held.live?.unsubscribe();
      held.live = null;
      this.entries.delete(destination);
    };
  }

  /** Whether the server has ended it: nothing is said to what may not be heard. */
  hasLost(destination: string): boolean {
    return this.lost.has(destination);
  }

  connected(transport: Transport) {
    this.transport = transport;
    for (const entry of this.entries.values()) {
      // Rights may have come back with the new connection.
      entry.denied = null;
      entry.active = false;
      this.open(entry);
    }
  }

  disconnected() {
    this.transport = null;
    for (const entry of this.entries.values()) {
      entry.live = null;
      entry.active = false;
    }
  }

  /** No socket tells: each asks for itself; `all`: those as well that have no shorter way than to ask for everything. */
  poll(all: boolean) {
    for (const { listeners, denied } of [...this.entries.values()]) {
      if (denied !== null) continue;
      for (const listener of [...listeners]) {
        if (listener.onPoll) listener.onPoll();
        else if (all) listener.onActive?.();
      }
    }
  }

  private open(entry: Entry) {
    if (!this.transport) return;
    const transport = this.transport;
    // A confirmation that arrives after the socket has changed belongs to the old subscription.
    const current = () =>
      this.transport === transport && this.entries.get(entry.destination) === entry;
    entry.live = transport.subscribe(
      entry.destination,
      entry.id,
      (body) => current() && this.receive(entry, body),
      () => {
        if (!current() || entry.denied !== null) return;
        entry.active = true;
        this.lost.delete(entry.destination);
        for (const listener of [...entry.listeners]) listener.onActive?.();
      },
    );
  }

  private receive(entry: Entry, text: string) {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      console.warn('a live message was not JSON', entry.destination);
      return;
    }
    if (isAccessDenied(body)) {
      // The server has ended it already; unsubscribing would name an id it no longer knows.
      entry.live = null;
      entry.active = false;
      entry.denied = body;
      this.lost.add(entry.destination);
      for (const listener of [...entry.listeners]) listener.onDenied?.(body.message, body);
      return;
    }
    for (const listener of [...entry.listeners]) {
      try {
        listener.onMessage(body);
      } catch (error) {
        // One listener's fault must not keep the others from hearing.
        console.error('a live message was not handled', entry.destination, error);
      }
    }
  }
}
