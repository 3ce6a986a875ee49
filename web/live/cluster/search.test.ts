/** One search index on an OpenSearch for two nodes. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster, twoOn } from '../harness/cluster.ts';
import { until } from '../harness/wait.ts';

/** The OpenSearch: `http/tests/opensearch/with.sh` names one. */
const server = process.env.KALENDER_TEST_SEARCH;
const PATIENCE = 120_000;

const names = ['anna', 'bo', 'siv'] as const;
type Name = (typeof names)[number];

interface Found {
  content: { message: { id: number } }[];
}

describe('one search of two nodes', { timeout: 600_000, skip: !server }, () => {
  const at = `${server}/live-${process.pid}`;
  let cluster: Cluster<Name>;
  let channel: number;

  before(async () => {
    cluster = await Cluster.with(names, { ...twoOn, KALENDER_SEARCH: at });
    const { anna, bo } = cluster.people;
    const org = await anna.found('Skolan');
    await anna.relate(org.id, bo, 'MEMBER');
    channel = org.general;
  });
  after(async () => {
    await cluster?.dispose();
    // What is deleted is named: the server takes no pattern.
    const listed = await fetch(`${server}/_cat/indices/live-${process.pid}-*?format=json&h=index`);
    for (const { index } of (await listed.json()) as { index: string }[])
      await fetch(`${server}/${index}`, { method: 'DELETE' });
  });

  const found = async (name: Name, node: 'a' | 'b', word: string) => {
    const person = cluster.people[name].at(cluster[node]);
    const path = `/api/v1/chat/search?q=${encodeURIComponent(word)}`;
    const { data } = await person.call<{ data: Found }>('GET', path);
    return data.content.map(({ message }) => message.id);
  };
  const isFound = (name: Name, node: 'a' | 'b', word: string, right: number[]) =>
    until(
      `${word} to be found on ${node}`,
      async () => JSON.stringify(await found(name, node, word)) === JSON.stringify(right),
      PATIENCE,
    );

  it('what is said on either is found on both, by those who may read it', async () => {
    const { anna, bo } = cluster.people;
    const first = await anna.at(cluster.a).say(channel, 'Föräldramötena flyttas');
    const second = await bo.at(cluster.b).say(channel, 'Vilket föräldramöte?');
    for (const node of ['a', 'b'] as const) {
      await isFound('anna', node, 'föräldramötet', [second.id, first.id]);
      assert.deepEqual(await found('siv', node, 'föräldramötet'), []);
    }
  });

  it('the other takes over where the node that writes it is killed, whichever that is', async () => {
    const { anna } = cluster.people;
    const right: number[] = [];
    for (const [gone, left] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      await cluster[gone].kill();
      right.unshift((await anna.at(cluster[left]).say(channel, `Utflykten utan ${gone}`)).id);
      await isFound('anna', left, 'utflykt', right);
      await cluster[gone].start();
      await cluster.whole();
      await isFound('anna', gone, 'utflykt', right);
    }
  });
});
