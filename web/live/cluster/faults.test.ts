/** Parts die while people write. Afterwards everything acknowledged is in the history exactly once, everybody who listens has
 * seen all of it, and nobody anything that is not theirs. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import { Reader } from '../harness/reader.ts';
import type { Server } from '../harness/server.ts';
import { Talk } from '../harness/talk.ts';
import { sleep, until } from '../harness/wait.ts';

const names = ['anna', 'bo', 'cia', 'dan', 'eva', 'fia'] as const;
type Name = (typeof names)[number];

describe('faults', { timeout: 400_000 }, () => {
  let cluster: Cluster<Name>;
  let org: { id: number; ws: number; general: number };
  const on = (name: Name, node: Server) => cluster.people[name].at(node);

  before(async () => {
    cluster = await Cluster.with(names);
    org = await cluster.people.anna.found('Beredskapen');
    // Fia belongs to nothing here: she listens to what she may, and may hear nothing of it.
    for (const name of names.slice(1, 5))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(() => cluster.dispose());

  let rooms = 0;

  /** Steady talk in a public and a private channel on both nodes while `fault` happens; then everything is held against the
   * history. Readers on both nodes stay or come back by themselves, as clients do. */
  async function survive(fault: (talk: Talk) => Promise<void>) {
    const { a, b } = cluster;
    const anna = on('anna', a);
    const open = await anna.open(org.ws, { name: `torget-${++rooms}` });
    const closed = await anna.open(org.ws, { name: `rummet-${rooms}`, channelType: 'PRIVATE' });
    for (const name of ['bo', 'cia'] as const) await anna.admit(closed.id, cluster.people[name]);
    const readers = await Promise.all(
      [
        new Reader(on('cia', a), closed.id, [a, b]),
        new Reader(on('cia', b), closed.id, [b, a]),
        new Reader(on('dan', a), open.id, [a, b]),
        new Reader(on('dan', b), open.id, [b, a]),
      ].map((reader) => reader.begin()),
    );
    // Dan and Eva are no members of the private channel: what reaches them through the workspace is watched.
    const strangers = await Promise.all(
      (
        [
          ['dan', a],
          ['eva', b],
        ] as const
      ).map(async ([name, node]) => {
        const live = await Live.connect(on(name, node), { reconnectDelay: 200 });
        return { live, feed: await live.workspace(org.ws) };
      }),
    );
    const talk = new Talk([
      { who: on('anna', a), nodes: [a, b], channel: open.id },
      { who: on('bo', b), nodes: [b, a], channel: open.id },
      { who: on('anna', b), nodes: [b, a], channel: closed.id },
      { who: on('bo', a), nodes: [a, b], channel: closed.id },
    ]);
    try {
      talk.begin();
      await talk.more(40);
      await fault(talk);
      await cluster.whole(30_000);
      await talk.more(40);
      await talk.end();
      for (const channel of [open.id, closed.id]) {
        const tried = talk.of(channel);
        const history = await on('anna', a).history(channel);
        const elsewhere = await on('anna', b).history(channel);
        assert.deepEqual(
          elsewhere.map((message) => message.id),
          history.map((message) => message.id),
        );
        const marks = history.map((message) => message.clientMessageId ?? '');
        assert.equal(new Set(marks).size, marks.length, 'something is there twice');
        for (const [mark, id] of tried)
          assert.equal(history.find((m) => m.clientMessageId === mark)?.id, id, `${mark} is lost`);
        for (const reader of readers.filter((reader) => reader.channel === channel)) {
          await until(
            `${reader.name} to have seen everything; missing ${history.filter((m) => !reader.seen.has(m.id)).length}`,
            () => history.every((message) => reader.seen.has(message.id)),
            25_000,
          );
        }
      }
      for (const { feed } of strangers) {
        assert.deepEqual(
          feed.all.filter((event) => event.channelId === closed.id),
          [],
        );
      }
    } finally {
      await Promise.all([talk.end(), ...readers.map((reader) => reader.leave())]);
      for (const { live } of strangers) await live.leave();
    }
  }

  it('a node is killed', () =>
    survive(async (talk) => {
      await cluster.b.kill();
      await talk.more(60);
      await sleep(17_000);
      await cluster.b.start();
    }));

  it('Redis is killed and comes back', () =>
    survive(async (talk) => {
      await cluster.redis.kill();
      await Promise.all([cluster.alone(cluster.a), cluster.alone(cluster.b)]);
      await talk.more(100);
      await sleep(10_000);
      await cluster.redis.start();
    }));

  it('Redis stands still for half a minute', () =>
    survive(async (talk) => {
      cluster.redis.pause();
      await Promise.all([cluster.alone(cluster.a), cluster.alone(cluster.b)]);
      await talk.more(100);
      await sleep(27_000);
      cluster.redis.resume();
    }));

  it('one node alone loses Redis', () =>
    survive(async (talk) => {
      cluster.lines[1].sever();
      await cluster.alone(cluster.b);
      assert.equal((await cluster.a.ready()).text, 'ready\n');
      await talk.more(100);
      await sleep(20_000);
      cluster.lines[1].mend();
    }));

  it('a right that is lost while a node is cut off is lost there within seconds', async () => {
    const { a, b, people } = cluster;
    const anna = on('anna', a);
    const room = await anna.open(org.ws, { name: 'avskilt', channelType: 'PRIVATE' });
    for (const name of ['cia', 'dan'] as const) await anna.admit(room.id, people[name]);
    const live = await Live.connect(on('cia', b));
    const [channel, workspace] = [await live.channel(room.id), await live.workspace(org.ws)];
    const phone = await b.signIn('eva');
    const gone = await Live.connect(phone);
    cluster.lines[1].sever();
    await cluster.alone(b);
    await anna.expel(room.id, people.cia);
    await phone.at(a).call('POST', '/api/v1/auth/logout');
    await channel.take('ACCESS_DENIED', 10_000);
    assert.equal((await gone.error(10_000)).headers.message, 'SESSION_ENDED');
    // What her own node tells does not reach her either.
    await on('dan', b).say(room.id, 'utan Cia');
    await on('dan', b).say(org.general, 'för alla');
    await workspace.take((e) => e.content === 'för alla');
    assert.equal(
      [...channel.all, ...workspace.all].filter((e) => e.content === 'utan Cia').length,
      0,
    );
    cluster.lines[1].mend();
    await cluster.whole();
    await live.leave();
  });

  it('a right that is lost in the moment of the cut is not delivered on after it', async () => {
    const { a, b, people } = cluster;
    const anna = on('anna', a);
    const room = await anna.open(org.ws, { name: 'skarven', channelType: 'PRIVATE' });
    for (const name of ['cia', 'dan'] as const) await anna.admit(room.id, people[name]);
    const live = await Live.connect(on('cia', b));
    const channel = await live.channel(room.id);
    // Shorter than it takes to notice: all that is left is the return of the line.
    cluster.lines[1].sever();
    await anna.expel(room.id, people.cia);
    cluster.lines[1].mend();
    await channel.take('ACCESS_DENIED', 10_000);
    await on('dan', a).say(room.id, 'utan Cia');
    await sleep(500);
    assert.equal(channel.all.filter((event) => event.content === 'utan Cia').length, 0);
    await cluster.whole();
    await live.leave();
  });

  it('everybody is told RESYNC on every topic when Redis is back, with a place to begin', async () => {
    const live = await Live.connect(on('cia', cluster.b));
    const said = await on('anna', cluster.a).say(org.general, 'före');
    const feeds = [
      await live.channel(org.general),
      await live.workspace(org.ws),
      await live.bell(),
    ] as const;
    await cluster.redis.kill();
    await cluster.alone(cluster.b);
    const missed = await on('anna', cluster.a).say(org.general, 'under');
    await cluster.redis.start();
    for (const feed of feeds) {
      const event = await feed.take('RESYNC', 15_000);
      if (feed !== feeds[2]) assert.ok((event.cursor ?? Infinity) < said.id);
    }
    const { events } = await on('cia', cluster.b).events(org.general, said.id);
    assert.ok(events.some((event) => event.messageId === missed.id));
    await cluster.whole();
    await live.leave();
  });

  it('presence follows: a dead node has nobody, a node cut off sees its own, and both see all again', async () => {
    const { a, b } = cluster;
    const listed = async (node: Server, name: Name) =>
      (
        await on('anna', node).call<{ data: { userId: number }[] }>(
          'GET',
          `/api/v1/chat/workspaces/${org.ws}/presence`,
        )
      ).data.some((found) => found.userId === cluster.people[name].id);
    const shown = (node: Server, name: Name, is: boolean, within = 25_000) =>
      until(
        `${name} ${is ? 'online' : 'offline'}`,
        async () => (await listed(node, name)) === is,
        within,
      );
    for (const name of ['cia', 'dan'] as const)
      for (const node of [a, b]) await shown(node, name, false);
    const [cia, dan] = [
      await Live.connect(on('cia', a), { reconnectDelay: 200 }),
      await Live.connect(on('dan', b), { reconnectDelay: 200 }),
    ];
    for (const node of [a, b])
      for (const name of ['cia', 'dan'] as const) await shown(node, name, true);
    await cluster.redis.kill();
    await shown(a, 'dan', false, 40_000);
    await shown(b, 'cia', false, 40_000);
    assert.deepEqual([await listed(a, 'cia'), await listed(b, 'dan')], [true, true]);
    await cluster.redis.start();
    await shown(a, 'dan', true);
    await shown(b, 'cia', true);
    await b.kill();
    await shown(a, 'dan', false, 40_000);
    assert.equal(await listed(a, 'cia'), true);
    await b.start();
    await shown(a, 'dan', true);
    await shown(b, 'cia', true);
    await Promise.all([cia.leave(), dan.leave()]);
  });
});
