/** The live connection's five states, as a table of what may follow what. Pure: time and sockets are elsewhere. */
export type ConnectionStatus =
  | 'DISCONNECTED'
  | 'CONNECTING'
  | 'CONNECTED'
  | 'RECONNECTING'
  | 'ERROR';

export interface Connection {
  status: ConnectionStatus;
  /** Failed attempts since the last success. */
  attempts: number;
}

export type ConnectionEvent =
  | { type: 'START' }
  | { type: 'ATTEMPT' }
  | { type: 'CONNECTED' }
  | { type: 'SOCKET_ERROR' }
  /** `counts`: false while the page is hidden or offline, when failing says nothing about the server. */
  | { type: 'CLOSED'; counts: boolean }
  | { type: 'STOP' };

export const MAX_ATTEMPTS = 10;

export const disconnected: Connection = { status: 'DISCONNECTED', attempts: 0 };

/** Gave up: only a person ('Försök igen') or a returning network starts again. */
export const isExhausted = (connection: Connection) => connection.attempts >= MAX_ATTEMPTS;

export function next(connection: Connection, event: ConnectionEvent): Connection {
  const { status, attempts } = connection;
  switch (event.type) {
    case 'START':
      if (status === 'DISCONNECTED') return { status: 'CONNECTING', attempts: 0 };
      return status === 'CONNECTED' ? connection : { status: 'RECONNECTING', attempts: 0 };
    case 'STOP':
      return disconnected;
    case 'CONNECTED':
      return status === 'DISCONNECTED' ? connection : { status: 'CONNECTED', attempts: 0 };
    case 'ATTEMPT':
      return status === 'ERROR' && !isExhausted(connection)
        ? { status: 'RECONNECTING', attempts }
        : connection;
    case 'SOCKET_ERROR':
      return status === 'DISCONNECTED' ? connection : { status: 'ERROR', attempts };
    case 'CLOSED': {
      if (status === 'DISCONNECTED') return connection;
      if (status === 'CONNECTED') return { status: 'RECONNECTING', attempts: 0 };
      const failed = event.counts ? attempts + 1 : attempts;
      if (failed >= MAX_ATTEMPTS) return { status: 'ERROR', attempts: failed };
      // A socket error shows until the next attempt begins.
      return { status: status === 'ERROR' ? 'ERROR' : 'RECONNECTING', attempts: failed };
    }
  }
}
