/** Presence while parts die: whoever is connected to a node that is gone, or cut off, is not shown as online. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import type { Server } from '../harness/server.ts';
import { until } from '../harness/wait.ts';

const names = ['anna', 'cia', 'dan'] as const;
type Name = (typeof names)[number];

describe('presence over faults', { timeout: 400_000 }, () => {
  let cluster: Cluster<Name>;
  let org: { id: number; ws: number };
  const on = (name: Name, node: Server) => cluster.people[name].at(node);

  before(async () => {
    cluster = await Cluster.with(names);
    org = await cluster.people.anna.found('Beredskapen');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(() => cluster?.dispose());

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
