/** Push messages of two nodes: one for each notification, and none to whoever is connected to either. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import { PushService, settled } from '../harness/pushService.ts';
import { until } from '../harness/wait.ts';

const names = ['anna', 'bo'] as const;

describe('push messages of two nodes', { timeout: 600_000 }, () => {
  let service: PushService;
  let cluster: Cluster<(typeof names)[number]>;

  before(async () => {
    service = await PushService.begin();
    cluster = await Cluster.with(names, {
      KALENDER_PUSH_HOSTS: service.url,
      KALENDER_HIDDEN_AFTER: '1',
    });
  });
  after(async () => {
    await cluster?.dispose();
    service?.close();
  });

  const sum = async (metric: string) =>
    (await cluster.a.metric(metric)) + (await cluster.b.metric(metric));

  it('once each, with one key; none while connected anywhere', async () => {
    const { anna, bo } = cluster.people;
    const org = await anna.found('Kommunen');
    await anna.relate(org.id, bo, 'MEMBER');
    const keys = await Promise.all(
      [cluster.a, cluster.b].map((node) => bo.at(node).call('GET', '/api/v1/push/key')),
    );
    assert.deepEqual(keys[0], keys[1]);
    const browser = await service.of(bo.at(cluster.b));
    for (const [n, node] of [cluster.a, cluster.b, cluster.a].entries()) {
      await anna.at(node).say(org.general, `${n} @bo`);
      await browser.nth(n + 1);
    }
    await settled([cluster.a, cluster.b]);
    assert.deepEqual(
      browser.received.map(({ shown }) => shown.body),
      ['0 @bo Test', '1 @bo Test', '2 @bo Test'],
    );

    const live = await Live.connect(bo.at(cluster.a));
    const bell = await live.bell();
    for (const node of [cluster.a, cluster.b]) {
      const said = await anna.at(node).say(org.general, 'du är ju här @bo');
      await bell.take((event) => event.notification?.messageId === said.id);
    }
    await until(
      'both to be found needless',
      async () => (await sum('push_not_needed_total')) === 2,
    );
    await settled([cluster.a, cluster.b]);
    assert.equal(browser.received.length, 3);

    // A page that nobody looks at is none, whichever node decides it; one on another node that is looked at is one.
    await live.attend(true);
    for (const [n, node] of [cluster.a, cluster.b].entries()) {
      await anna.at(node).say(org.general, `dold ${n} @bo`);
      assert.equal((await browser.nth(4 + n)).shown.body, `dold ${n} @bo Test`);
    }
    const other = await Live.connect(bo.at(cluster.b));
    await other.attend(false);
    const needless = await sum('push_not_needed_total');
    for (const node of [cluster.a, cluster.b]) {
      await anna.at(node).say(org.general, 'du ser på den andra @bo');
    }
    await until(
      'both to be found needless',
      async () => (await sum('push_not_needed_total')) === needless + 2,
    );
    assert.equal(browser.received.length, 5);
    await live.leave();
    await other.leave();
  });

  it('what a node does not come to send the other sends, once', async () => {
    const { anna, bo } = cluster.people;
    const org = await anna.found('Regionen');
    await anna.relate(org.id, bo, 'MEMBER');
    const browser = await service.of(bo.at(cluster.b));
    browser.answers = [{ status: 503 }];
    await anna.at(cluster.a).say(org.general, 'innan noden dör @bo');
    await cluster.a.kill();
    const tried = browser.received.length;
    browser.answers = [{ status: 201 }];
    // What rang before the browser was there (being asked to belong) may come as well.
    const said = () =>
      browser.received
        .slice(tried)
        .filter(({ shown }) => shown.path.includes('message='))
        .map(({ shown }) => shown.body);
    // The other has the shards when the lease of the dead one is over.
    await until('what was said before', () => said().includes('innan noden dör @bo Test'), 120_000);
    await anna.at(cluster.b).say(org.general, 'efteråt @bo');
    await until('what came after', () => said().includes('efteråt @bo Test'));
    assert.deepEqual(said(), ['innan noden dör @bo Test', 'efteråt @bo Test']);
    await cluster.a.start();
  });
});
