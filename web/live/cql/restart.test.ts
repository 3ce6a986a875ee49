/** The store itself goes and comes back while people write on two nodes. */

import { after, before, describe, it } from 'node:test';
import { Cassandra } from '../harness/cassandra.ts';
import { Cluster } from '../harness/cluster.ts';
import { survived } from '../harness/survived.ts';
import { sleep, until } from '../harness/wait.ts';

const names = ['anna', 'bo', 'cia', 'dan', 'eva'] as const;

describe('Cassandra is killed and comes back', { timeout: 400_000 }, () => {
  let cassandra: Cassandra;
  let cluster: Cluster<(typeof names)[number]>;
  let org: { id: number; ws: number };

  before(async () => {
    cassandra = await Cassandra.begin();
    cluster = await Cluster.with(names, {
      ...cassandra.settings,
      KALENDER_CQL_KEYSPACE: 'restart',
    });
    org = await cluster.people.anna.found('Arkivet');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(async () => {
    await cluster?.dispose();
    await cassandra?.dispose();
  });

  // Longer than a node may write without a renewal of its number.
  for (const away of [2_000, 35_000]) {
    it(`after ${away / 1_000} seconds`, () =>
      survived(cluster, org, async (talk) => {
        await cassandra.kill();
        await until('the nodes to notice', async () => (await cluster.a.ready()).status === 503);
        await sleep(away);
        await cassandra.start();
        await cluster.whole(60_000);
        await talk.more(40);
      }));
  }
});
