/** Two nodes are one platform: whoever is connected to either sees the same. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { Live } from '../harness/live.ts';
import { Person } from '../harness/person.ts';
import { RawPeer } from '../harness/raw.ts';
import { address, PASSWORD, type Server } from '../harness/server.ts';
import type { Message } from '../harness/types.ts';
import { sleep, until } from '../harness/wait.ts';

const names = ['anna', 'bo', 'cia', 'dan', 'eva'] as const;
type Name = (typeof names)[number];
type Presence = { userId?: number; status?: string };

describe('two nodes', { timeout: 600_000 }, () => {
  let cluster: Cluster<Name>;
  let org: { id: number; ws: number; general: number };
  /** A person by way of the first or the second node. */
  const on = (name: Name, node: 'a' | 'b') => cluster.people[name].at(cluster[node]);

  before(async () => {
    cluster = await Cluster.with(names);
    org = await cluster.people.anna.found('Kommunen');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(() => cluster.dispose());

  it('what is said on one is heard on the other, on every topic', async () => {
    const live = await Live.connect(on('bo', 'b'));
    const [channel, workspace, typing, bell] = [
      await live.channel(org.general),
      await live.workspace(org.ws),
      await live.typing(org.ws),
      await live.bell(),
    ];
    const said = await on('anna', 'a').say(org.general, 'hej @bo');
    for (const feed of [channel, workspace]) {
      const event = await feed.take('MESSAGE_CREATE');
      assert.deepEqual([event.messageId, event.cursor], [said.id, said.id]);
      assert.equal(event.senderName, 'anna Test');
    }
    assert.equal((await bell.take('NOTIFICATION')).notification?.messageId, said.id);
    await on('anna', 'a').edit(said.id, 'hej igen');
    assert.equal((await channel.take('MESSAGE_UPDATE')).content, 'hej igen');
    await on('cia', 'a').react(said.id, '👍');
    assert.equal((await channel.take('MESSAGE_REACTION')).count, 1);
    const typist = await Live.connect(on('anna', 'a'));
    typist.type(org.general, true);
    const sign = await typing.take((e) => e.isTyping === true);
    assert.equal(sign.userId, cluster.people.anna.id);
    typist.type(org.general, false);
    await typing.take((e) => e.isTyping === false);
    // Everything once, and nothing of it was called missed.
    assert.equal(channel.types(), 'MESSAGE_CREATE MESSAGE_UPDATE MESSAGE_REACTION');
    await on('bo', 'a').read(org.general, said.id);
    assert.equal((await bell.take('CHANNEL_READ')).lastReadMessageId, said.id);
    await Promise.all([live.leave(), typist.leave()]);
  });

  it('an account that is closed by the command line is out of both nodes at once', async () => {
    const email = address('frid');
    cluster.a.command('user', 'add', '--email', email, '--password', PASSWORD);
    const frid = await Person.signIn(cluster.a, email, PASSWORD);
    const lives = [
      await Live.connect(frid.at(cluster.a)),
      await Live.connect(frid.at(cluster.b)),
      await Live.connect(on('bo', 'b')),
    ] as const;
    cluster.b.command('user', 'deactivate', '--email', email);
    for (const live of lives.slice(0, 2)) {
      assert.equal((await live.error()).headers.message, 'SESSION_ENDED');
    }
    assert.equal(lives[2].closed, false);
    await lives[2].leave();
  });

  it('ids follow each other over nodes: an answer is larger than what it answers', async () => {
    const said: Message[] = [];
    const channel = await on('anna', 'a').open(org.ws, { name: 'ordning' });
    const live = await Live.connect(on('cia', 'b'));
    const feed = await live.channel(channel.id);
    for (let n = 0; n < 60; n++) {
      const who = n % 2 === 0 ? on('anna', 'a') : on('bo', 'b');
      said.push(await who.say(channel.id, `${n}`));
    }
    const ids = said.map((message) => message.id);
    assert.deepEqual(
      ids,
      [...ids].sort((x, y) => x - y),
    );
    // Each once; what the other node says may come after one's own node's answer to it, and belongs before it by its id.
    await until('all of it', () => feed.all.length === 60);
    assert.deepEqual(
      feed.all.map((event) => event.messageId ?? 0).sort((x, y) => x - y),
      ids,
    );
    await live.leave();
  });

  it('many write on both at once: every reader has all of it once', async () => {
    const channel = await on('anna', 'a').open(org.ws, { name: 'samtidigt' });
    const lives = [await Live.connect(on('dan', 'a')), await Live.connect(on('eva', 'b'))];
    const feeds = await Promise.all(lives.map((live) => live.channel(channel.id)));
    const writers = (['a', 'b'] as const).flatMap((node) =>
      (['anna', 'bo', 'cia'] as const).map(async (name) => {
        for (let n = 0; n < 40; n++) {
          const clientMessageId = `${node}-${name}-${n}`;
          const who = on(name, node);
          const message = await who.say(channel.id, clientMessageId, { clientMessageId });
          // Tried again on the other node, as a client does that is not sure.
          if (n % 10 === 0) {
            const other = on(name, node === 'a' ? 'b' : 'a');
            const again = await other.say(channel.id, clientMessageId, { clientMessageId });
            assert.equal(again.id, message.id);
          }
        }
      }),
    );
    await Promise.all(writers);
    for (const feed of feeds) {
      await until('all of it', () => feed.all.length >= 240);
      assert.equal(new Set(feed.all.map((event) => event.clientMessageId)).size, 240);
      assert.equal(feed.all.length, 240);
    }
    assert.equal((await on('dan', 'b').history(channel.id)).length, 240);
    await Promise.all(lives.map((live) => live.leave()));
  });

  it('present on any node is present, and gone when gone from all', async () => {
    const watcher = await Live.connect(on('anna', 'a'));
    const presence = await watcher.presence(org.ws);
    const eva = cluster.people.eva.id;
    const seen = (status: string) =>
      presence.all
        .flatMap((event): Presence[] => event.changes ?? [event])
        .filter((change) => change.userId === eva && change.status === status).length;
    const listed = async (node: 'a' | 'b') =>
      (
        await on('anna', node).call<{ data: { userId: number }[] }>(
          'GET',
          `/api/v1/chat/workspaces/${org.ws}/presence`,
        )
      ).data.some((found) => found.userId === eva);
    // She may still be shown from the test before.
    await until('Eva offline', async () => !(await listed('a')));
    const before = { online: seen('online'), offline: seen('offline') };
    const there = await Live.connect(on('eva', 'b'));
    await until('Eva online', () => seen('online') === before.online + 1);
    assert.deepEqual([await listed('a'), await listed('b')], [true, true]);
    const here = await Live.connect(on('eva', 'a'));
    await there.leave();
    await sleep(17_000);
    assert.deepEqual([await listed('a'), await listed('b')], [true, true]);
    assert.equal(seen('offline'), before.offline);
    const left = Date.now();
    await here.leave();
    await until('Eva offline', () => seen('offline') === before.offline + 1);
    assert.ok(Date.now() - left >= 15_000);
    await until('Eva offline there', async () => !(await listed('b')));
    assert.equal(seen('online'), before.online + 1);
    await watcher.leave();
  });

  it('a right that is lost on one node ends subscriptions on the other', async () => {
    const anna = on('anna', 'a');
    const room = await anna.open(org.ws, { name: 'slutet', channelType: 'PRIVATE' });
    await anna.admit(room.id, cluster.people.bo);
    const live = await Live.connect(on('bo', 'b'));
    const [channel, workspace] = [await live.channel(room.id), await live.workspace(org.ws)];
    await anna.say(room.id, 'för oss');
    await channel.take('MESSAGE_CREATE');
    await workspace.take((e) => e.type === 'MESSAGE_CREATE' && e.channelId === room.id);
    await anna.expel(room.id, cluster.people.bo);
    await channel.take('ACCESS_DENIED');
    await anna.say(room.id, 'utan Bo');
    await on('anna', 'b').say(room.id, 'utan Bo');
    await anna.say(org.general, 'för alla');
    await workspace.take((e) => e.type === 'MESSAGE_CREATE' && e.channelId === org.general);
    const after = workspace.all.filter((e) => e.content === 'utan Bo');
    assert.deepEqual([after, channel.all.length], [[], 2]);
    await live.leave();
  });

  it('a session that is ended on one node takes its sockets on the other', async () => {
    const phone = await cluster.b.signIn('dan');
    const [lost, kept] = [await Live.connect(phone), await Live.connect(on('dan', 'b'))];
    await phone.at(cluster.a).call('POST', '/api/v1/auth/logout');
    assert.equal((await lost.error(3_000)).headers.message, 'SESSION_ENDED');
    assert.equal(kept.closed, false);
    await kept.leave();
  });

  it('a socket token opens one socket, on whichever node', async () => {
    for (let round = 0; round < 5; round++) {
      const token = await on('dan', 'a').socketToken();
      const tries = [cluster.a, cluster.b, cluster.a, cluster.b].map(async (node) => {
        const peer = await RawPeer.open(node.port);
        peer.stomp('CONNECT', { 'accept-version': '1.2', token });
        const frame = await until('an answer', () => peer.frames[0]);
        peer.socket.destroy();
        return frame.command;
      });
      const answers = (await Promise.all(tries)).sort();
      assert.deepEqual(answers, ['CONNECTED', 'ERROR', 'ERROR', 'ERROR']);
    }
  });

  it('a new name is seen through the other node at once', async () => {
    const channel = await on('anna', 'b').open(org.ws, { name: 'namn' });
    await on('cia', 'b').say(channel.id, 'jag');
    assert.equal((await on('anna', 'a').page(channel.id)).data[0]?.userName, 'cia Test');
    await on('cia', 'b').call('PATCH', '/api/v1/me', { displayName: 'Cecilia' });
    await until(
      'the new name',
      async () => (await on('anna', 'a').page(channel.id)).data[0]?.userName === 'Cecilia',
      // What it remembers of people it forgets by itself after half a minute.
      10_000,
    );
  });
});

describe('limits over two nodes', { timeout: 300_000 }, () => {
  it('are one limit, and each node has its own while Redis is away', async () => {
    const cluster = await Cluster.with(['anna'], { KALENDER_LIMITS: 'default' });
    const { anna } = cluster.people;
    const org = await anna.found('Föreningen');
    const burst = async () => {
      const nodes = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? cluster.a : cluster.b));
      const sent = nodes.map((node) =>
        anna
          .at(node)
          .ask('POST', `/api/v1/chat/channels/${org.general}/messages`, { content: 'x' }),
      );
      const statuses = (await Promise.all(sent)).map((answer) => answer.status);
      assert.deepEqual(
        statuses.filter((status) => status !== 201 && status !== 429),
        [],
      );
      return statuses.filter((status) => status === 201).length;
    };
    /** Ten more with each second that a burst takes, for each that counts by itself. */
    const since = (began: number) => Math.ceil((Date.now() - began) / 100);
    let began = Date.now();
    const together = await burst();
    // Thirty at once, and what a busy node counted alone rather than wait for Redis.
    const alone = async (node: Server) => await node.metric('bus_limits_alone_total');
    const most = 30 + since(began) + (await alone(cluster.a)) + (await alone(cluster.b));
    assert.ok(together >= 30 && together <= most, `${together} of ${most}`);
    await cluster.redis.kill();
    await Promise.all([cluster.alone(cluster.a), cluster.alone(cluster.b)]);
    // What a node let through while they counted together it has counted itself, too.
    await sleep(3_000);
    began = Date.now();
    const apart = await burst();
    const mostApart = 60 + 2 * since(began);
    assert.ok(apart >= 60 && apart <= mostApart, `${apart} of ${mostApart}`);
    await cluster.dispose();
  });
});
