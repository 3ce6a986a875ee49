/** Parts die while people write. Afterwards everything acknowledged is in the history exactly once, everybody who listens has
 * seen all of it, and nobody anything that is not theirs. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import type { Server } from '../harness/server.ts';
import { survived } from '../harness/survived.ts';
import type { Talk } from '../harness/talk.ts';
import { sleep } from '../harness/wait.ts';

const names = ['anna', 'bo', 'cia', 'dan', 'eva'] as const;
type Name = (typeof names)[number];

describe('faults', { timeout: 400_000 }, () => {
  let cluster: Cluster<Name>;
  let org: { id: number; ws: number; general: number };
  const on = (name: Name, node: Server) => cluster.people[name].at(node);

  before(async () => {
    cluster = await Cluster.with(names);
    org = await cluster.people.anna.found('Beredskapen');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(() => cluster.dispose());

  const survive = (fault: (talk: Talk) => Promise<void>) => survived(cluster, org, fault);

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
      assert.ok(!(await cluster.a.ready()).text.includes('degraded'));
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
    await channel.take('ACCESS_DENIED');
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
    await channel.take('ACCESS_DENIED');
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
      const event = await feed.take('RESYNC');
      if (feed !== feeds[2]) assert.ok((event.cursor ?? Infinity) < said.id);
    }
    const { events } = await on('cia', cluster.b).events(org.general, said.id);
    assert.ok(events.some((event) => event.messageId === missed.id));
    await cluster.whole();
    await live.leave();
  });
});
