import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Connection,
  type ConnectionEvent,
  disconnected,
  isBlocked,
  isExhausted,
  MAX_ATTEMPTS,
  next,
} from './status.ts';

const run = (events: ConnectionEvent[], from: Connection = disconnected) =>
  events.reduce(next, from);
const failed: ConnectionEvent[] = [
  { type: 'SOCKET_ERROR' },
  { type: 'CLOSED', counts: true },
  { type: 'ATTEMPT' },
];
const times = (count: number, events: ConnectionEvent[]) =>
  Array.from({ length: count }, () => events).flat();

describe('connection status', () => {
  it('goes over connecting to connected', () => {
    expect(run([{ type: 'START' }]).status).toBe('CONNECTING');
    expect(run([{ type: 'START' }, { type: 'ATTEMPT' }]).status).toBe('CONNECTING');
    expect(run([{ type: 'START' }, { type: 'CONNECTED' }]).status).toBe('CONNECTED');
  });

  it('reconnects after a lost connection, and shows a socket error until the next attempt', () => {
    const lost = run([{ type: 'START' }, { type: 'CONNECTED' }, { type: 'CLOSED', counts: true }]);
    expect(lost.status).toBe('RECONNECTING');
    expect(run([{ type: 'SOCKET_ERROR' }, { type: 'CLOSED', counts: true }], lost).status).toBe(
      'ERROR',
    );
    expect(run(failed, lost).status).toBe('RECONNECTING');
  });

  it('stays in error after ten attempts, until somebody starts again', () => {
    const nine = run([{ type: 'START' }, ...times(MAX_ATTEMPTS - 1, failed)]);
    expect(isExhausted(nine)).toBe(false);
    const ten = run(failed, nine);
    expect(ten).toEqual({ status: 'ERROR', attempts: MAX_ATTEMPTS, polls: false });
    expect(run([{ type: 'START' }], ten)).toMatchObject({ status: 'RECONNECTING', attempts: 0 });
  });

  it('does not count while hidden or offline', () => {
    const away: ConnectionEvent[] = [{ type: 'CLOSED', counts: false }];
    expect(isExhausted(run([{ type: 'START' }, ...times(50, away)]))).toBe(false);
  });

  it('counts anew after a success', () => {
    expect(run([{ type: 'START' }, ...times(5, failed), { type: 'CONNECTED' }]).attempts).toBe(0);
  });

  it('asks for what is new where only sockets are blocked, until one opens', () => {
    const one = run([{ type: 'START' }, ...failed]);
    expect(isBlocked(one)).toBe(false);
    const two = run(failed, one);
    expect(isBlocked(two)).toBe(true);
    expect(two.polls).toBe(false);
    const polling = run([{ type: 'PROBED', reached: true }], two);
    expect(polling).toEqual({ ...two, polls: true });
    // Trying again does not end it, nor does giving up.
    const tried = run([{ type: 'START' }, ...times(MAX_ATTEMPTS, failed)], polling);
    expect([isBlocked(tried), isExhausted(tried), tried.polls]).toEqual([true, true, true]);
    expect(run([{ type: 'PROBED', reached: false }], tried).polls).toBe(false);
    const open = run([{ type: 'CONNECTED' }], polling);
    expect([isBlocked(open), open.polls]).toEqual([false, false]);
    expect(run([{ type: 'PROBED', reached: true }], open).polls).toBe(false);
  });

  it('leaves DISCONNECTED only by a start, whatever late events arrive', () => {
    const late = fc.constantFrom<ConnectionEvent>(
      { type: 'ATTEMPT' },
      { type: 'CONNECTED' },
      { type: 'SOCKET_ERROR' },
      { type: 'CLOSED', counts: true },
      { type: 'PROBED', reached: true },
      { type: 'STOP' },
    );
    fc.assert(
      fc.property(fc.array(late), (events) => {
        expect(run(events)).toEqual(disconnected);
      }),
    );
  });
});
