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
  /** The server answers although no socket opens: something between blocks them, and what is new is asked for instead. */
  polls: boolean;
}

export type ConnectionEvent =
  | { type: 'START' }
  | { type: 'ATTEMPT' }
  | { type: 'CONNECTED' }
  | { type: 'SOCKET_ERROR' }
  /** `counts`: false while the page is hidden or offline, when failing says nothing about the server. */
  | { type: 'CLOSED'; counts: boolean }
  /** `reached`: whether a plain request was answered while no socket opened. */
  | { type: 'PROBED'; reached: boolean }
  | { type: 'STOP' };

export const MAX_ATTEMPTS = 10;

/** So many attempts in a row fail before it is looked at whether only sockets are blocked. */
export const BLOCKED_AFTER = 2;

export const disconnected: Connection = { status: 'DISCONNECTED', attempts: 0, polls: false };

/** Gave up: only a person ('Försök igen') or a returning network starts again. */
export const isExhausted = (connection: Connection) => connection.attempts >= MAX_ATTEMPTS;

/** Whether to find out if only sockets are blocked, and to ask for what is new if so. */
export const isBlocked = ({ status, attempts, polls }: Connection) =>
  polls || (status !== 'CONNECTED' && attempts >= BLOCKED_AFTER);

export function next(connection: Connection, event: ConnectionEvent): Connection {
  const { status, attempts, polls } = connection;
  switch (event.type) {
    case 'START':
      if (status === 'DISCONNECTED') return { status: 'CONNECTING', attempts: 0, polls };
      return status === 'CONNECTED' ? connection : { status: 'RECONNECTING', attempts: 0, polls };
    case 'STOP':
      return disconnected;
    case 'CONNECTED':
      return status === 'DISCONNECTED'
        ? connection
        : { status: 'CONNECTED', attempts: 0, polls: false };
    case 'PROBED':
      return polls === event.reached || status === 'DISCONNECTED' || status === 'CONNECTED'
        ? connection
        : { ...connection, polls: event.reached };
    case 'ATTEMPT':
      return status === 'ERROR' && !isExhausted(connection)
        ? { ...connection, status: 'RECONNECTING' }
        : connection;
    case 'SOCKET_ERROR':
      return status === 'DISCONNECTED' ? connection : { ...connection, status: 'ERROR' };
    case 'CLOSED': {
      if (status === 'DISCONNECTED') return connection;
      if (status === 'CONNECTED') return { status: 'RECONNECTING', attempts: 0, polls };
      const failed = event.counts ? attempts + 1 : attempts;
      if (failed >= MAX_ATTEMPTS) return { status: 'ERROR', attempts: failed, polls };
      // A socket error shows until the next attempt begins.
      return { status: status === 'ERROR' ? 'ERROR' : 'RECONNECTING', attempts: failed, polls };
    }
  }
}
