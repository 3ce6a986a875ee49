/** The workspace's topics carry a private channel's events to its readers alone; strangers hear nothing anywhere. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import { sleep } from './harness/wait.ts';

type Names = 'anna' | 'bo' | 'cia' | 'dan' | 'eva' | 'zoe' | 'ygg';

describe('what is private stays private', () => {
  let server: Server;
  let people: Record<Names, Person>;
  let org: Awaited<ReturnType<Person['found']>>;
  let other: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan', 'eva', 'zoe', 'ygg']);
    const { anna, bo, cia, dan, eva, zoe } = people;
    org = await anna.found('Skolan');
    other = await zoe.found('Grannen');
    await anna.relate(org.id, bo, 'ADMINISTRATOR');
    await anna.relate(org.id, cia, 'MEMBER');
    await anna.relate(org.id, dan, 'MODERATOR');
    await eva.follow(org.id);
  });
  after(() => server.dispose());

  /** Everything that happens in a channel, typing included; answers when it has been announced. */
  async function bustle(channel: number, writer: Person, live: Live) {
    const message = await writer.say(channel, `hemligt @cia ${channel}`);
    await writer.edit(message.id, 'hemligare');
    await writer.react(message.id, '👍');
    await writer.say(channel, 'svar', { parentMessageId: message.id });
    live.type(channel, true);
    await live.settle();
    live.type(channel, false);
    await live.settle();
    await writer.erase(message.id);
  }

  it('neither messages, typing, settings nor members of a private channel reach others', async () => {
    const { anna, bo, cia, dan } = people;
    const [writer, admin, member, moderator] = [
      await Live.connect(anna),
      await Live.connect(bo),
      await Live.connect(cia),
      await Live.connect(dan),
    ];
    // The organisation's administrators and moderators are others too.
    const feeds: Feed[] = [];
    for (const live of [admin, member, moderator]) {
      feeds.push(await live.workspace(org.ws), await live.typing(org.ws), await live.bell());
    }
    const own = await writer.workspace(org.ws);
    const secret = await anna.open(org.ws, { name: 'ledningen', channelType: 'PRIVATE' });
    await own.take('CHANNEL_CREATED');
    await bustle(secret.id, anna, writer);
    await anna.change(secret.id, { displayName: 'Ledningsgruppen' });
    await own.take('CHANNEL_UPDATED');
    await anna.archive(secret.id);
    await own.take('CHANNEL_ARCHIVED');
    // A fence: what is public comes after all of that, and is the first that they hear.
    await anna.say(org.general, 'staket');
    writer.type(org.general, true);
    for (const feed of feeds) {
      if (feed.destination.endsWith('queue/notifications')) continue;
      await feed.take((event) => event.channelId === org.general);
    }
    for (const feed of feeds) {
      assert.ok(
        feed.all.every((event) => event.channelId === org.general && event.type !== 'NOTIFICATION'),
        `${feed.destination}: ${JSON.stringify(feed.all)}`,
      );
    }
    await Promise.all([writer, admin, member, moderator].map((live) => live.leave()));
  });

  it('being added lets in what comes, being removed lets nothing more through', async () => {
    const { anna, cia } = people;
    const secret = await anna.open(org.ws, { name: 'styrelsen', channelType: 'PRIVATE' });
    const [writer, live] = [await Live.connect(anna), await Live.connect(cia)];
    const [workspace, typing] = [await live.workspace(org.ws), await live.typing(org.ws)];
    // Where nodes share a bus, a RESYNC may come at any time: it tells of nothing but itself.
    const heard = () =>
      [...workspace.all, ...typing.all].filter((event) => event.type !== 'RESYNC').length;
    for (let round = 0; round < 5; round++) {
      const before = heard();
      await anna.say(secret.id, 'innan');
      writer.type(secret.id, round % 2 === 0);
      await writer.settle();
      await anna.admit(secret.id, cia);
      const added = await workspace.take('MEMBER_CHANGED');
      assert.deepEqual([added.channelId, added.userId, added.role], [secret.id, cia.id, 'MEMBER']);
      assert.equal(heard(), before + 1);
      await anna.say(secret.id, `inne ${round}`);
      await workspace.take((event) => event.content === `inne ${round}`);
      await anna.expel(secret.id, cia);
      await anna.say(secret.id, 'efteråt');
      await anna.say(org.general, `staket ${round}`);
      await workspace.take((event) => event.content === `staket ${round}`);
      assert.ok(
        !workspace.all.some((event) => event.content === 'efteråt' || event.content === 'innan'),
      );
      assert.equal(workspace.denied, false);
    }
    assert.ok(typing.all.every((event) => event.channelId !== secret.id));
    await Promise.all([writer.leave(), live.leave()]);
  });

  it('a channel that turns private falls silent for those outside', async () => {
    const { anna, cia } = people;
    const channel = await anna.open(org.ws, { name: 'planering' });
    const live = await Live.connect(cia);
    const workspace = await live.workspace(org.ws);
    await anna.say(channel.id, 'öppet');
    await workspace.take((event) => event.content === 'öppet');
    await anna.change(channel.id, { channelType: 'PRIVATE' });
    await anna.say(channel.id, 'stängt');
    await anna.say(org.general, 'staket');
    await workspace.take((event) => event.content === 'staket');
    assert.ok(!workspace.all.some((event) => event.content === 'stängt'));
    await live.leave();
  });

  it('followers hear the channels that are theirs, and do not see who is online', async () => {
    const { anna, eva } = people;
    const open = await anna.open(org.ws, { name: 'nyheter', allowFollowers: true });
    const live = await Live.connect(eva);
    assert.ok((await live.presence(org.ws)).denied);
    assert.equal((await eva.ask('GET', `/api/v1/chat/workspaces/${org.ws}/presence`)).status, 403);
    const workspace = await live.workspace(org.ws);
    assert.equal(workspace.denied, false);
    await anna.say(org.general, 'för medlemmar');
    await anna.say(open.id, 'för alla');
    await workspace.take('MESSAGE_CREATE');
    assert.deepEqual(
      workspace.all.map((event) => event.channelId),
      [open.id],
    );
    await live.leave();
  });

  it('a stranger and a member of another organisation are refused everywhere', async () => {
    const { anna, zoe, ygg } = people;
    const secret = await anna.open(org.ws, { name: 'hemlig', channelType: 'PRIVATE' });
    const public_ = await anna.open(org.ws, { name: 'vanlig' });
    const message = await anna.say(public_.id, 'hej');
    for (const person of [zoe, ygg]) {
      const live = await Live.connect(person);
      const replies = await live.replies();
      const topics = [
        ...[org.general, secret.id, public_.id].map((id) => `/topic/chat/channel/${id}`),
        ...['notifications', 'typing', 'presence'].map(
          (topic) => `/topic/workspace/${org.ws}/${topic}`,
        ),
        // Ids of another kind in each place: a channel is no workspace, an organisation is neither.
        `/topic/workspace/${org.id}/notifications`,
        `/topic/workspace/${org.general}/notifications`,
        `/topic/chat/channel/${org.ws}`,
        `/topic/chat/channel/${message.id}`,
      ];
      for (const topic of topics) {
        const feed = await live.subscribe(topic);
        assert.ok(feed.denied, topic);
        assert.equal(feed.all.length, 1);
      }
      for (const id of [org.general, secret.id, public_.id]) {
        live.send(`/app/chat/channel/${id}`, { content: 'hej' });
        assert.equal((await replies.take('REPLY')).success, false);
        live.type(id, true);
        assert.equal((await replies.take('REPLY')).success, false);
        for (const path of [
          '',
          '/messages',
          '/members',
          '/events?after=0',
          '/role',
          '/unread',
          '/pending',
        ]) {
          const status = (await person.ask('GET', `/api/v1/chat/channels/${id}${path}`)).status;
          assert.equal(status, 403, `GET ${path}`);
        }
        assert.equal(
          (await person.ask('POST', `/api/v1/chat/channels/${id}/messages`, { content: 'x' }))
            .status,
          403,
        );
      }
      for (const path of ['channels', 'unread', 'presence']) {
        const status = (await person.ask('GET', `/api/v1/chat/workspaces/${org.ws}/${path}`))
          .status;
        assert.equal(status, 403, path);
      }
      for (const [method, path] of [
        ['GET', 'thread'],
        ['DELETE', ''],
        ['PUT', 'reactions/%F0%9F%91%8D'],
        ['POST', 'approve'],
      ]) {
        const answer = await person.ask(
          method ?? '',
          `/api/v1/chat/messages/${message.id}/${path}`.replace(/\/$/, ''),
        );
        assert.equal(answer.status, 404, `${method} ${path}`);
      }
      assert.equal(live.errors.length, 0);
      await live.leave();
    }
    // One's own organisation is as it was.
    const mine = await Live.connect(zoe);
    assert.equal((await mine.channel(other.general)).denied, false);
    await mine.leave();
  });

  it('a bell does not ring for what its owner may not read', async () => {
    const { anna, cia, zoe } = people;
    const [member, stranger] = [await Live.connect(cia), await Live.connect(zoe)];
    const bells = [await member.bell(), await stranger.bell()];
    const secret = await anna.open(org.ws, { name: 'tyst', channelType: 'PRIVATE' });
    const sent = await anna.say(secret.id, '@cia och @zoe får inte veta');
    assert.deepEqual(sent.mentions, []);
    await anna.say(secret.id, '@channel');
    await anna.say(org.general, '@cia får veta');
    assert.equal((await bells[0]?.take('NOTIFICATION'))?.notification?.channelId, org.general);
    await sleep(100);
    assert.equal(bells[0]?.all.filter((event) => event.type === 'NOTIFICATION').length, 1);
    assert.equal(bells[1]?.all.length, 0);
    await Promise.all([member.leave(), stranger.leave()]);
  });
});
