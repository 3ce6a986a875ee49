/** A peer that stops reading is cut; nobody else notices, and the server's memory does not grow with what it owes. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { RawPeer } from './harness/raw.ts';
import { Server } from './harness/server.ts';
import { until } from './harness/wait.ts';

const MIB = 1024 * 1024;
/** Each message is one frame for each of the peer's subscriptions: 100 × 150 frames of 3 kB are 45 MB. */
const SUBSCRIPTIONS = 100;
const MESSAGES = 150;

describe('slow peers', { timeout: 600_000 }, () => {
  let server: Server;
  let people: Record<'anna' | 'bo' | 'cia', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia']);
    org = await people.anna.found('Forsen');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
    await people.anna.relate(org.id, people.cia, 'MEMBER');
  });
  after(() => server.dispose());

  it('a peer that does not read is cut, the others go on', async () => {
    const { anna, bo, cia } = people;
    const reader = await Live.connect(bo);
    const feed = await reader.channel(org.general);
    const slow = await RawPeer.connect(server.port, cia.token, '0,0');
    for (let id = 0; id < SUBSCRIPTIONS; id++) {
      slow.stomp('SUBSCRIBE', {
        id: `${id}`,
        destination: `/topic/chat/channel/${org.general}`,
        receipt: `${id}`,
      });
    }
    await until(
      'the receipts',
      () => slow.frames.filter((f) => f.command === 'RECEIPT').length === SUBSCRIPTIONS,
    );
    await anna.say(org.general, 'börjar');
    await until(
      'the first message',
      () => slow.frames.filter((f) => f.command === 'MESSAGE').length === SUBSCRIPTIONS,
    );
    server.forgetPeak();
    const before = server.memory().now;
    slow.socket.pause();

    let slowest = 0;
    for (let n = 0; n < MESSAGES; n++) {
      const began = Date.now();
      const sent = await anna.say(org.general, `${n} `.padEnd(1_500, 'x'));
      await feed.take((event) => event.messageId === sent.id);
      slowest = Math.max(slowest, Date.now() - began);
    }
    // Seen from the server: the place is free, though the peer has not noticed yet.
    await until('the peer to be cut', async () => (await server.metric('live_connections')) === 1);
    assert.ok((await server.metric('live_slow_peers_total')) >= 1);
    slow.socket.resume();
    await slow.gone(10_000);
    assert.ok(
      slow.received < SUBSCRIPTIONS * MESSAGES * 3_000,
      'the peer had room for everything: nothing was tried',
    );

    assert.equal(reader.closed, false);
    assert.equal(feed.all.length, MESSAGES + 1);
    assert.ok(slowest < 2_000, `${slowest} ms for one message`);
    const grown = server.memory().peak - before;
    assert.ok(grown < 64 * MIB, `${Math.round(grown / MIB)} MiB more`);
    await reader.leave();
  });

  it('a burst of a thousand messages cuts nobody who reads', async () => {
    const { anna, bo, cia } = people;
    const readers = await Promise.all([bo, cia, bo, cia].map((who) => Live.connect(who)));
    const feeds = await Promise.all(
      readers.flatMap((live) => [live.channel(org.general), live.workspace(org.ws)]),
    );
    const senders = await Promise.all(Array.from({ length: 5 }, () => Live.connect(anna)));
    const replies = await Promise.all(senders.map((live) => live.replies()));
    for (let n = 0; n < 200; n++) {
      for (const live of senders)
        live.send(`/app/chat/channel/${org.general}`, { content: `skur ${n}` });
    }
    for (const feed of replies) await until('the answers', () => feed.all.length === 200, 60_000);
    assert.ok(replies.every((feed) => feed.all.every((event) => event.success)));
    for (const feed of feeds) {
      const ofBurst = () => feed.all.filter((event) => event.type === 'MESSAGE_CREATE');
      await until('a thousand events', () => ofBurst().length === 1_000);
      const ids = ofBurst().map((event) => event.messageId ?? 0);
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => a - b),
      );
    }
    assert.ok(readers.every((live) => !live.closed));
    await Promise.all([...readers, ...senders].map((live) => live.leave()));
  });

  it('a client that asks faster than it is served is cut, and not served without bound', async () => {
    const { cia } = people;
    const peer = await RawPeer.connect(server.port, cia.token);
    peer.stomp('SUBSCRIBE', { id: 'r', destination: '/user/queue/reply', receipt: 'r' });
    await peer.next('RECEIPT');
    const send = `SEND\ndestination:/app/chat/channel/${org.general}\n\n{"content":"flod"}\0`;
    for (let n = 0; n < 40; n++) peer.write(send.repeat(500));
    await peer.gone(30_000);
    // Nobody else is troubled, and far from all of it was carried out.
    await people.anna.say(org.general, 'lugnt');
    const flood = (await people.anna.history(org.general)).filter(
      ({ content }) => content === 'flod',
    );
    assert.ok(flood.length < 5_000, `${flood.length}`);
  });
});
