/** The only file that knows stompjs. Loaded with the first connection, not with the page. */
import { Client, ReconnectionTimeMode, TickerStrategy } from '@stomp/stompjs';
import type { Transport } from './registry.ts';

export const RECONNECT_MS = 5000;
/** No wait between two attempts is longer, however they are spaced (social.md §5, §9). */
export const RECONNECT_MAX_MS = 900_000;
export const HEARTBEAT_MS = 4000;
const CONNECT_TIMEOUT_MS = 8000;

export interface SocketEvents {
  attempt(): void;
  connected(transport: Transport): void;
  socketError(): void;
  closed(): void;
}

export interface Socket {
  activate(): void;
  /** Drops the socket without asking it: it may be dead and not know. */
  replace(): void;
  stop(): void;
  publish(destination: string, body: unknown): boolean;
}

export function createSocket(url: string, events: SocketEvents): Socket {
  let receipts = 0;
  const client = new Client({
    brokerURL: url,
    reconnectDelay: RECONNECT_MS,
    maxReconnectDelay: RECONNECT_MAX_MS,
    reconnectTimeMode: ReconnectionTimeMode.LINEAR,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    // A hidden tab's own timers are slowed to once a minute, and the server would cut it off.
    heartbeatStrategy: TickerStrategy.Worker,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    discardWebsocketOnCommFailure: true,
    beforeConnect: () => events.attempt(),
    onConnect: () =>
      events.connected({
        subscribe(destination, id, receive, confirmed) {
          const receipt = `r${receipts++}`;
          client.watchForReceipt(receipt, confirmed);
          const subscription = client.subscribe(destination, (frame) => receive(frame.body), {
            id,
            receipt,
            // Without what says nothing: nearly half of a message's bytes.
            body: 'lean',
            // Of a workspace, what happens in channels that nobody looks at.
            mode: 'digest',
          });
          return {
            unsubscribe() {
              if (client.connected) subscription.unsubscribe();
            },
          };
        },
      }),
    onStompError: (frame) => {
      console.warn('live connection refused', frame.headers.message);
      events.socketError();
    },
    onWebSocketError: () => events.socketError(),
    onWebSocketClose: () => events.closed(),
  });
  return {
    activate: () => client.activate(),
    replace() {
      const gone = client.deactivate({ force: true });
      client.activate();
      void gone;
    },
    stop: () => void client.deactivate({ force: true }),
    publish(destination, body) {
      if (!client.connected) return false;
      client.publish({
        destination,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return true;
    },
  };
}
