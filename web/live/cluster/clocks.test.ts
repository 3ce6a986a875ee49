/** Node numbers and clocks: no id is made twice and order follows cause, whatever clocks do and however long a process stood
 * still. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { clock } from '../harness/clock.ts';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import { Refused } from '../harness/person.ts';
import { Reader } from '../harness/reader.ts';
import type { Message } from '../harness/types.ts';
import { sleep, until } from '../harness/wait.ts';

const names = ['anna', 'bo', 'cia', 'dan'] as const;
type Name = (typeof names)[number];

/** The node whose number is in an id. */
const nodeOf = (id: number) => Math.floor(id / 64) % 64;

for (const offset of ['-5s', '+5s']) {
  describe(`a node whose clock is ${offset} off`, { timeout: 600_000 }, () => {
    let cluster: Cluster<Name>;
    let org: { id: number; ws: number; general: number };
    const on = (name: Name, node: 'a' | 'b') => cluster.people[name].at(cluster[node]);

    before(async () => {
      cluster = await Cluster.with(names, {}, clock(offset));
      org = await cluster.people.anna.found('Observatoriet');
      for (const name of names.slice(1))
        await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
    });
    after(() => cluster.dispose());

    it('really has another time', async () => {
      // In a channel of its own: among others its messages never come before what it has seen there.
      const own = await on('anna', 'b').open(org.ws, { name: 'tiden' });
      const [here, there] = await Promise.all([
        on('anna', 'a').say(org.general, 'här'),
        on('anna', 'b').say(own.id, 'där'),
      ]);
      const apart = Date.parse(there.created) - Date.parse(here.created);
      assert.ok(Math.abs(apart - Number.parseInt(offset, 10) * 1_000) < 1_500, `${apart}`);
    });

    it('answers come after what they answer, with Redis and without', async () => {
      for (const without of [false, true]) {
        if (without) {
          await cluster.redis.kill();
          await Promise.all([cluster.alone(cluster.a), cluster.alone(cluster.b)]);
        }
        const channel = await on('anna', 'a').open(org.ws, { name: `ordning-${without ? 2 : 1}` });
        const said: Message[] = [];
        for (let n = 0; n < 20; n++) {
          const who = n % 2 === 0 ? on('anna', 'a') : on('bo', 'b');
          // Whoever answers has seen what they answer.
          await who.page(channel.id, 'limit=1');
          said.push(await who.say(channel.id, `${n}`));
        }
        const ids = said.map((message) => message.id);
        assert.deepEqual(
          ids,
          [...ids].sort((x, y) => x - y),
        );
        assert.deepEqual([...new Set(ids.map(nodeOf))].length, 2);
        const seen = (await on('cia', 'b').history(channel.id)).map((message) => message.id);
        assert.deepEqual(seen, ids);
      }
      await cluster.redis.start();
      await cluster.whole();
    });

    it('who was away is told everything, from either clock', async () => {
      const channel = await on('anna', 'a').open(org.ws, { name: 'klockor' });
      const readers = await Promise.all(
        (['a', 'b'] as const).map((node) =>
          new Reader(on('cia', node), channel.id, [cluster[node]]).begin(),
        ),
      );
      // Both at once, so that the ids of the one lie before what readers have seen of the other.
      const write = async (name: Name, node: 'a' | 'b') => {
        for (let n = 0; n < 40; n++) {
          await on(name, node).say(channel.id, `${node}${n}`);
          await sleep(20);
        }
      };
      let cursor = (await on('dan', 'a').page(channel.id)).cursor;
      const polled = new Set<number>();
      let writing = true;
      const poll = async () => {
        // Now from the one node, now from the other, knowing nothing but the largest cursor seen.
        const node = polled.size % 2 === 0 ? 'a' : 'b';
        const page = await on('dan', node).events(channel.id, cursor, 1_000);
        for (const event of page.events) if (event.messageId) polled.add(event.messageId);
        cursor = Math.max(cursor, page.cursor);
      };
      const polling = (async () => {
        while (writing) await poll();
      })();
      await Promise.all([write('anna', 'a'), write('bo', 'b')]);
      writing = false;
      await polling;
      await poll();
      const history = (await on('anna', 'a').history(channel.id)).map((message) => message.id);
      assert.equal(history.length, 80);
      assert.deepEqual(
        history.filter((id) => !polled.has(id)),
        [],
      );
      for (const reader of readers)
        await until(`${reader.name} to have all`, () => history.every((id) => reader.seen.has(id)));
      await Promise.all(readers.map((reader) => reader.leave()));
    });
  });
}

describe('node numbers', { timeout: 300_000 }, () => {
  let cluster: Cluster<Name>;
  let org: { id: number; ws: number; general: number };
  const on = (name: Name, node: 'a' | 'b') => cluster.people[name].at(cluster[node]);

  before(async () => {
    // Leases are the same on any store; this one can be reached into.
    cluster = await Cluster.with(names, { KALENDER_STORE: 'sqlite' });
    org = await cluster.people.anna.found('Registret');
    await cluster.people.anna.relate(org.id, cluster.people.bo, 'MEMBER');
  });
  after(() => cluster.dispose());

  /** Not in the middle of a write: on one file it would keep all others from writing, which no two machines do. */
  const pauseB = () =>
    until('the node to stand still between two writes', () => {
      cluster.b.pause();
      const store = new DatabaseSync(join(cluster.a.data, 'kalender.db'), { timeout: 1_000 });
      try {
        store.exec('BEGIN IMMEDIATE');
        store.exec('ROLLBACK');
        return true;
      } catch {
        cluster.b.resume();
        return false;
      } finally {
        store.close();
      }
    });

  it('a process that stood still writes on only if its number is still its own', async () => {
    const before = await on('bo', 'b').say(org.general, 'före');
    await pauseB();
    await sleep(35_000);
    // Nobody has taken the number; but as long as nothing can be written it cannot be renewed.
    const store = new DatabaseSync(join(cluster.a.data, 'kalender.db'), { timeout: 20_000 });
    store.exec('BEGIN IMMEDIATE');
    cluster.b.resume();
    const first = await on('bo', 'b')
      .say(org.general, 'strax efter', { clientMessageId: 'efter' })
      .catch((error: unknown) => error);
    store.close();
    assert.ok(first instanceof Refused && first.status === 503, JSON.stringify(first));
    const again = await until('the node to write again', () =>
      on('bo', 'b')
        .say(org.general, 'strax efter', { clientMessageId: 'efter' })
        .catch(() => null),
    );
    assert.equal(nodeOf(again.id), nodeOf(before.id));
    await cluster.whole();
  });

  it('and ends when another has it', async () => {
    const before = await on('bo', 'b').say(org.general, 'före');
    const live = await Live.connect(on('bo', 'b'));
    await pauseB();
    await sleep(62_000);
    // A new node takes a number that was never used before one that ran out or was given back: so all the others are used up.
    const leases = new DatabaseSync(join(cluster.a.data, 'kalender.db'), { timeout: 20_000 });
    const take = leases.prepare(
      `INSERT INTO node_leases (shard, node, owner, until) VALUES (0, ?, ?, ?)
       ON CONFLICT DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE owner = ''`,
    );
    for (let n = 0; n < 63; n++) take.run(n, `other ${n}`, Date.now() + 3_600_000);
    leases.close();
    const taker = await cluster.a.another({
      KALENDER_STORE: 'sqlite',
      KALENDER_REDIS_URL: cluster.redis.url,
    });
    await taker.start();
    const taken = await on('anna', 'a').at(taker).say(org.general, 'ny');
    assert.equal(nodeOf(taken.id), nodeOf(before.id));
    cluster.b.resume();
    assert.equal(await cluster.b.exitCode(20_000), 1);
    assert.match(cluster.b.output, /number/);
    const written = await on('anna', 'a').history(org.general);
    const late = written.filter(
      (message) => message.id > taken.id && nodeOf(message.id) === nodeOf(before.id),
    );
    assert.deepEqual(late, []);
    await live.leave();
    await taker.dispose();
  });
});
