/** Conversations over two nodes: the same people have one, and what happens in it is told wherever they are connected. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import type { DirectMessage, LiveEvent } from '../harness/types.ts';

const names = ['anna', 'bo', 'cia', 'dan'] as const;
type Name = (typeof names)[number];
const direct = (event: LiveEvent) => event as unknown as DirectMessage;

describe('direct messages over two nodes', { timeout: 600_000 }, () => {
  let cluster: Cluster<Name>;
  const on = (name: Name, node: 'a' | 'b') => cluster.people[name].at(cluster[node]);

  before(async () => {
    cluster = await Cluster.with(names);
    const org = await cluster.people.anna.found('Kommunen');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(() => cluster.dispose());

  it('asked for on both at the same instant it is one conversation', async () => {
    for (let round = 0; round < 5; round++) {
      const others = names.slice(1, 2 + (round % 3)).map((name) => cluster.people[name]);
      const asked = await Promise.all(
        Array.from({ length: 8 }, (_, n) => on('anna', n % 2 ? 'a' : 'b').talk(others)),
      );
      assert.equal(new Set(asked.map((talk) => talk.id)).size, 1);
    }
  });

  it('what is said on one is heard on the other, in the list and in the conversation', async () => {
    const talk = await on('anna', 'a').talk([cluster.people.bo]);
    const [bos, cias] = [await Live.connect(on('bo', 'b')), await Live.connect(on('cia', 'b'))];
    const [queue, cias_queue] = [await bos.bell(), await cias.bell()];
    const said = await on('anna', 'a').say(talk.id, 'hej');
    const told = direct(await queue.take('DIRECT_MESSAGE'));
    assert.deepEqual([told.channelId, told.message.messageId], [talk.id, said.id]);
    await queue.take((event) => event.messages === 1);
    const channel = await bos.channel(talk.id);
    await on('anna', 'a').edit(said.id, 'hej Bo');
    assert.equal((await channel.take('MESSAGE_UPDATE')).content, 'hej Bo');
    const typist = await Live.connect(on('anna', 'a'));
    typist.type(talk.id, true);
    assert.equal((await channel.take('TYPING')).userId, cluster.people.anna.id);
    await on('bo', 'a').read(talk.id);
    assert.equal((await queue.take('CHANNEL_READ')).lastReadMessageId, said.id);
    // A block that is set on one is in force on the other with the next thing that is done.
    await on('bo', 'b').call('POST', '/api/v1/contacts/block', {
      userId: cluster.people.anna.id,
    });
    await assert.rejects(on('anna', 'a').say(talk.id, 'hallå?'), { code: 'MAY_NOT_MESSAGE' });
    await cias.settle();
    assert.deepEqual(cias_queue.all, []);
    await Promise.all([bos.leave(), cias.leave(), typist.leave()]);
  });

  it('many who write on both at once lose no place in the list and take none twice', async () => {
    const talks = [
      await on('cia', 'a').talk([cluster.people.dan]),
      await on('cia', 'a').talk([cluster.people.anna]),
      await on('cia', 'a').talk([cluster.people.anna, cluster.people.dan]),
    ];
    const newest = new Map<number, number>();
    await Promise.all(
      Array.from({ length: 48 }, async (_, n) => {
        const talk = talks[n % 3]?.id ?? 0;
        const { id } = await on('cia', n % 2 ? 'a' : 'b').say(talk, `${n}`);
        newest.set(talk, Math.max(newest.get(talk) ?? 0, id));
        await on('cia', n % 2 ? 'b' : 'a').conversations();
      }),
    );
    const order = [...newest].sort(([, x], [, y]) => y - x).map(([id]) => id);
    for (const node of ['a', 'b'] as const) {
      const listed = (await on('cia', node).conversations()).map((talk) => talk.id);
      assert.deepEqual(
        listed.filter((id) => newest.has(id)),
        order,
      );
    }
  });
});
