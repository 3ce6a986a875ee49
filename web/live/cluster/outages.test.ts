/** An outage between the nodes is kept where both find it again after they have started anew: in the store. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { sleep } from '../harness/wait.ts';

describe('outages', { timeout: 300_000 }, () => {
  let cluster: Cluster<'anna' | 'bo'>;
  before(async () => {
    cluster = await Cluster.with(['anna', 'bo']);
  });
  after(() => cluster.dispose());

  it('a message from far before the cursor comes, though both nodes were started anew since', async () => {
    const { a, b, people, redis } = cluster;
    const org = await people.anna.found('Minnet');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
    await people.bo.at(b).say(org.general, 'före');
    await redis.kill();
    await Promise.all([cluster.alone(a), cluster.alone(b)]);
    const missed = await people.anna.at(a).say(org.general, 'hörs inte vid B');
    // Farther back than clocks may differ: without the outage nobody would look there.
    await sleep(25_000);
    const cursor = (await people.bo.at(b).say(org.general, 'hörs vid B')).id;
    await Promise.all([a.kill(), b.kill()]);
    await Promise.all([a.start(), b.start()]);
    await redis.start();
    await cluster.whole();
    for (const node of [a, b]) {
      const { events } = await people.bo.at(node).events(org.general, cursor);
      assert.ok(events.some((event) => event.messageId === missed.id));
    }
  });
});
