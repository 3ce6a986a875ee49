/** Moves that wait: in order, once, over a dead network and a reload. */
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/ApiError.ts';
import { type MovePorts, MoveQueue } from './moves.ts';
import { boardWith, changing } from './samples.ts';
import type { Move } from './types.ts';

const move = (idTask: number): Move => ({ idTask, idList: 2, clientMoveId: `m${idTask}` });

/** A device, and a server that does each move once. */
function world() {
  const state = { stored: null as string | null, online: true, refuses: new Set<number>() };
  const sent: string[] = [];
  const done = new Set<string>();
  const refused: number[] = [];
  const later: (() => void)[] = [];
  const ports: MovePorts = {
    read: () => state.stored,
    write: (text) => {
      state.stored = text;
    },
    send: async ({ idTask, clientMoveId }) => {
      sent.push(clientMoveId);
      if (!state.online) throw new ApiError(0, {});
      if (state.refuses.has(idTask)) throw new ApiError(409, { code: 'LIST_LIMIT' });
      done.add(clientMoveId);
      return changing(boardWith([]), {});
    },
    done: () => {},
    refused: ({ idTask }) => refused.push(idTask),
    later: (run) => {
      later.push(run);
      return () => {};
    },
  };
  return { state, sent, done, refused, later, ports };
}

describe('moves', () => {
  it('made offline are sent in order when there is a network', async () => {
    const { state, sent, ports } = world();
    state.online = false;
    const queue = new MoveQueue(ports);
    for (const id of [1, 2, 3]) queue.add(move(id));
    await waitFor(() => expect(sent).toEqual(['m1']));
    expect(queue.snapshot().map(({ idTask }) => idTask)).toEqual([1, 2, 3]);
    state.online = true;
    queue.resume();
    await waitFor(() => expect(queue.snapshot()).toEqual([]));
    expect(sent).toEqual(['m1', 'm1', 'm2', 'm3']);
    expect(state.stored).toBeNull();
  });

  it('survive a reload under the same id', async () => {
    const { state, done, ports } = world();
    state.online = false;
    new MoveQueue(ports).add(move(1));
    await waitFor(() => expect(state.stored).toContain('m1'));
    state.online = true;
    const again = new MoveQueue(ports);
    expect(again.snapshot()).toEqual([move(1)]);
    again.resume();
    await waitFor(() => expect(again.snapshot()).toEqual([]));
    expect([...done]).toEqual(['m1']);
  });

  it('that are refused are taken out, and the rest goes on', async () => {
    const { state, done, refused, ports } = world();
    state.refuses.add(1);
    const queue = new MoveQueue(ports);
    queue.add(move(1));
    queue.add(move(2));
    await waitFor(() => expect(queue.snapshot()).toEqual([]));
    expect(refused).toEqual([1]);
    expect([...done]).toEqual(['m2']);
  });

  it('read nothing from what is no list of moves', () => {
    const { state, ports } = world();
    for (const stored of ['{', '{"a":1}', '[{"idTask":"1"}, null]']) {
      state.stored = stored;
      expect(new MoveQueue(ports).snapshot()).toEqual([]);
    }
  });
});
