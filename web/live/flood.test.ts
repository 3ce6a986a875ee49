/** Floods over the live connection, by strangers and by people who are in: the server holds what one frame may be, no more. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { Person } from './harness/person.ts';
import { frame, RawPeer } from './harness/raw.ts';
import { Server } from './harness/server.ts';

const MIB = 1024 * 1024;
/** What the process may take beside what it holds when it is idle. One flood sends more than all of it. */
const ROOM = 96 * MIB;
const FLOOD = 256 * MIB;
/** So many at once; with what one sends it is far more than the kernel's buffers hold. */
const PEERS = 20;

/** Subscriptions of a connection at once, and the milliseconds between those that come after (`/api/asyncapi.json`). */
const AT_ONCE = 400;
const APART = 20;
/** Subscriptions beyond that, and how many are asked for in one piece. */
const MORE = 100;
const ROUND = 50;

/** The head of a frame that announces so many bytes. */
function head(opcode: number, announced: bigint): Buffer {
  const bytes = Buffer.alloc(14);
  bytes[0] = 128 | opcode;
  bytes[1] = 128 | 127;
  bytes.writeBigUInt64BE(announced, 2);
  return bytes;
}

/** Sends `chunk` again and again until so much is away or the server has ended the connection; answers how much went. */
async function flood(peer: RawPeer, chunk: Buffer, bytes: number): Promise<number> {
  let sent = 0;
  while (sent < bytes && !peer.closedAt && peer.socket.writable) {
    sent += chunk.length;
    if (peer.socket.write(chunk)) continue;
    await Promise.race([once(peer.socket, 'drain'), once(peer.socket, 'close')]).catch(() => {});
  }
  return sent;
}

/** Many frames of `payload` in one piece. */
function many(payload: Buffer, opcode: number, times: number): Buffer {
  const mask = Buffer.alloc(4);
  return Buffer.concat(
    Array.from({ length: times }, () =>
      Buffer.concat([Buffer.from([128 | opcode, 128 | payload.length]), mask, payload]),
    ),
  );
}

describe('floods', { timeout: 300_000 }, () => {
  let server: Server;
  let people: Record<'anna', Person>;

  before(async () => {
    [server, people] = await Server.with(['anna']);
    (await RawPeer.connect(server.port, people.anna.token)).destroy();
    server.hold(ROOM);
  });
  after(() => server.dispose());

  const stillServes = async () => {
    const peer = await RawPeer.connect(server.port, people.anna.token);
    peer.destroy();
    assert.equal((await server.ready()).status, 200);
  };

  it('a stranger announces a terabyte and sends what there is', async () => {
    for (const opcode of [1, 2, 9]) {
      const peer = await RawPeer.open(server.port);
      peer.socket.write(head(opcode, 1n << 40n));
      const error = peer.next('ERROR');
      await flood(peer, Buffer.alloc(MIB), FLOOD);
      assert.equal((await error).headers.message, 'FRAME_TOO_LARGE');
      peer.destroy();
    }
    await stillServes();
  });

  it('a stranger sends frames of one byte, parts without end and pings', async () => {
    const beats = many(Buffer.from('\n'), 1, 10_000);
    const pings = many(Buffer.from('p'), 9, 10_000);
    const part = Buffer.concat([
      Buffer.from([0, 128 | 126, 15, 160]),
      Buffer.alloc(4),
      Buffer.alloc(4_000, 120),
    ]);
    for (const chunk of [beats, pings, part]) {
      const peers = await Promise.all(
        Array.from({ length: PEERS }, () => RawPeer.open(server.port)),
      );
      for (const peer of peers) {
        if (chunk === part) peer.write('CONNECT\n', 1, false);
        peer.socket.pause();
      }
      await Promise.all(peers.map((peer) => within(flood(peer, chunk, FLOOD / PEERS))));
      for (const peer of peers) peer.destroy();
    }
    await stillServes();
  });

  it('somebody who is in is held to the same', async () => {
    const { token } = people.anna;
    const tooLong = await RawPeer.connect(server.port, token);
    tooLong.socket.write(head(1, 1n << 40n));
    const error = tooLong.next('ERROR');
    await flood(tooLong, Buffer.alloc(MIB), FLOOD);
    assert.equal((await error).headers.message, 'FRAME_TOO_LARGE');
    tooLong.destroy();

    const peers = await Promise.all(
      Array.from({ length: PEERS - 1 }, () => RawPeer.connect(server.port, token)),
    );
    const beats = many(Buffer.from('\n'), 1, 10_000);
    await Promise.all(peers.map((peer) => within(flood(peer, beats, FLOOD / PEERS))));
    for (const peer of peers) peer.destroy();
    await stillServes();
  });

  it('who subscribes without a pause waits from the four hundredth on, and with it what comes after', async () => {
    const peer = await RawPeer.connect(server.port, people.anna.token);
    const began = performance.now();
    for (let round = 0; round < (AT_ONCE + MORE) / ROUND; round++) {
      const ids = Array.from({ length: ROUND }, (_, n) => `${round}-${n}`);
      const all = ids.flatMap((id) => [
        frame('SUBSCRIBE', { id, destination: '/user/queue/reply' }),
        frame('UNSUBSCRIBE', { id, receipt: id }),
      ]);
      peer.write(all.join(''));
      for (const id of ids) assert.equal((await peer.next('RECEIPT')).headers['receipt-id'], id);
    }
    // However slow the machine is: less it cannot be.
    assert.ok(performance.now() - began >= MORE * APART);
    peer.destroy();
  });

  it('a frame in many parts is joined up to the bound', async () => {
    const peer = await RawPeer.connect(server.port, people.anna.token);
    const long = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`x-${n}`, 'x'.repeat(1_000)]),
    );
    const text = frame('SUBSCRIBE', {
      id: '1',
      destination: '/user/queue/reply',
      receipt: 'r',
      ...long,
    });
    for (let at = 0; at < text.length; at += 1_000) {
      const last = at + 1_000 >= text.length;
      peer.write(text.slice(at, at + 1_000), at === 0 ? 1 : 0, last);
    }
    assert.equal((await peer.next('RECEIPT')).headers['receipt-id'], 'r');
    peer.destroy();
  });
});

/** What waits for a server that does not read on is no failure: it is what is asked of it. */
function within(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((done) => setTimeout(done, 5_000).unref())]);
}
