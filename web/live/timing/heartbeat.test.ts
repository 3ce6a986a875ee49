/** Silence is noticed on both sides. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from '../harness/live.ts';
import type { Person } from '../harness/person.ts';
import { RawPeer } from '../harness/raw.ts';
import { Server } from '../harness/server.ts';
import { sleep } from '../harness/wait.ts';

describe('heart-beats', { concurrency: true }, () => {
  let server: Server;
  let anna: Person;
  let bo: Person;

  before(async () => {
    let people: Record<'anna' | 'bo', Person>;
    [server, people] = await Server.with(['anna', 'bo']);
    ({ anna, bo } = people);
  });
  after(() => server.dispose());

  it('the server beats every 4 seconds, and keeps a client that beats', async () => {
    const peer = await RawPeer.connect(server.port, anna.token, '4000,4000');
    const began = Date.now();
    for (let n = 0; n < 4; n++) {
      await sleep(3_500);
      peer.write('\n');
    }
    assert.equal(peer.closedAt, undefined);
    const gaps = peer.beats.map((at, n) => at - (peer.beats[n - 1] ?? began));
    assert.ok(gaps.length >= 3, `${gaps}`);
    assert.ok(
      gaps.every((gap) => gap > 3_000 && gap < 7_000),
      `${gaps}`,
    );
    peer.destroy();
  });

  it('a silent peer is cut after twice the interval, though TCP would hold', async () => {
    const peer = await RawPeer.connect(server.port, anna.token, '4000,4000');
    // Its last sign comes at no round time of the server's.
    await sleep(2_200);
    peer.write('\n');
    const began = Date.now();
    await peer.gone();
    const took = Date.now() - began;
    assert.ok(took >= 7_500 && took <= 15_000, `${took} ms`);
  });

  it('a slower client is given its own time', async () => {
    const peer = await RawPeer.connect(server.port, anna.token, '6000,6000');
    const began = Date.now();
    await peer.gone();
    const took = Date.now() - began;
    assert.ok(took >= 11_500 && took <= 20_000, `${took} ms`);
  });

  it('peers that neither read nor write free their places', async () => {
    const dead: RawPeer[] = [];
    for (let n = 0; n < 20; n++)
      dead.push(await RawPeer.connect(server.port, bo.token, '4000,4000'));
    for (const peer of dead) peer.socket.pause();
    await assert.rejects(RawPeer.connect(server.port, bo.token));
    await sleep(10_000);
    const alive = await RawPeer.connect(server.port, bo.token);
    for (const peer of [alive, ...dead]) peer.destroy();
  });

  it('who agrees on none is not cut for silence', async () => {
    const peer = await RawPeer.connect(server.port, anna.token, '0,0');
    await sleep(13_500);
    assert.equal(peer.closedAt, undefined);
    assert.equal(peer.beats.length, 0);
    peer.destroy();
  });

  it('stompjs stays connected by itself', async () => {
    const live = await Live.connect(anna);
    await sleep(13_500);
    assert.equal(live.closed, false);
    await live.leave();
  });

  it('who never says CONNECT is shown out', async () => {
    const peer = await RawPeer.open(server.port);
    const began = Date.now();
    await peer.gone();
    assert.ok(Date.now() - began >= 9_000);
  });
});
