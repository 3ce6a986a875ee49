/** What compose.cluster.yaml starts, as processes: two nodes, Redis and the shipped load balancer. People know its address
 * alone. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Balancer } from '../harness/balancer.ts';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import { Reader } from '../harness/reader.ts';
import { Talk } from '../harness/talk.ts';
import { until } from '../harness/wait.ts';

const names = ['anna', 'bo', 'cia', 'dan'] as const;

describe('a balancer in front', { timeout: 180_000 }, () => {
  let cluster: Cluster<(typeof names)[number]>;
  let balancer: Balancer;
  let org: { id: number; ws: number; general: number };

  before(async () => {
    cluster = await Cluster.with(names);
    balancer = await Balancer.before([cluster.a, cluster.b]);
    org = await cluster.people.anna.found('Kommunen');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(async () => {
    await balancer.dispose();
    await cluster.dispose();
  });

  it('spreads live connections over the nodes, and everybody hears everybody', async () => {
    const lives = await Promise.all(
      names.map((name) => Live.connect(cluster.people[name].at(balancer))),
    );
    const feeds = await Promise.all(lives.map((live) => live.channel(org.general)));
    for (const node of [cluster.a, cluster.b]) {
      assert.ok((await node.metric('live_connections')) > 0, 'a node without anybody');
    }
    const said = await cluster.people.bo.at(balancer).say(org.general, 'hör ni?');
    for (const feed of feeds)
      await feed.take((event) => event.type === 'MESSAGE_CREATE' && event.messageId === said.id);
    for (const live of lives) await live.leave();
  });

  it('loses nothing while the nodes are exchanged one after the other', async () => {
    const channel = await cluster.people.anna.open(org.ws, { name: 'uppgradering' });
    const readers = await Promise.all(
      (['cia', 'dan'] as const).map((name) =>
        new Reader(cluster.people[name], channel.id, [balancer]).begin(),
      ),
    );
    const talk = new Talk(
      (['anna', 'bo'] as const).map((name) => ({
        who: cluster.people[name],
        nodes: [balancer],
        channel: channel.id,
      })),
    );
    try {
      talk.begin();
      await talk.more(30);
      for (const node of [cluster.a, cluster.b]) {
        assert.ok((await node.stop()) < 10_000, 'a node takes too long to end');
        await talk.more(30);
        await node.start();
        await cluster.whole();
        await talk.more(30);
      }
      await talk.end();
      const history = await cluster.people.anna.history(channel.id);
      const marks = history.map((message) => message.clientMessageId);
      assert.equal(new Set(marks).size, marks.length, 'something is there twice');
      for (const [mark, id] of talk.of(channel.id))
        assert.equal(history.find((m) => m.clientMessageId === mark)?.id, id, `${mark} is lost`);
      for (const reader of readers)
        await until(`${reader.name} to have seen everything`, () =>
          history.every((message) => reader.seen.has(message.id)),
        );
    } finally {
      await Promise.all([talk.end(), ...readers.map((reader) => reader.leave())]);
    }
  });
});
