/** What waits for a moderator is seen by its author and the moderators until one of them decides, once. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import { sleep } from './harness/wait.ts';

type Names = 'anna' | 'mia' | 'bo' | 'cia';

describe('moderation', () => {
  let server: Server;
  let people: Record<Names, Person>;
  let lives: Record<Names, Live>;
  let channel: number;
  let org: number;
  let ws: number;

  before(async () => {
    [server, people] = await Server.with(['anna', 'mia', 'bo', 'cia']);
    const { anna, mia, bo, cia } = people;
    const founded = await anna.found('Forumet');
    org = founded.id;
    ws = founded.ws;
    await anna.relate(org, mia, 'MODERATOR');
    await anna.relate(org, bo, 'MEMBER');
    await anna.relate(org, cia, 'MEMBER');
    const settings = { name: 'forum', requireModeration: true, autoApproveMembers: false };
    channel = (await anna.open(ws, settings)).id;
    const connect = (name: Names) => Live.connect(people[name]);
    lives = {
      anna: await connect('anna'),
      mia: await connect('mia'),
      bo: await connect('bo'),
      cia: await connect('cia'),
    };
  });
  after(async () => {
    await Promise.all(Object.values(lives).map((live) => live.leave()));
    await server.dispose();
  });

  const feedsOf = async (name: Names): Promise<Feed[]> => [
    await lives[name].channel(channel),
    await lives[name].workspace(ws),
  ];

  it('a waiting message reaches moderators and its author, an approved one everybody', async () => {
    const { anna, mia, bo, cia } = people;
    const knowing = [
      ...(await feedsOf('anna')),
      ...(await feedsOf('mia')),
      ...(await feedsOf('bo')),
    ];
    const others = await feedsOf('cia');
    const bell = await lives.cia.bell();
    const waiting = await bo.say(channel, 'Får jag, @cia?');
    assert.equal(waiting.visible, false);
    for (const feed of knowing) {
      const event = await feed.take('MESSAGE_PENDING');
      assert.deepEqual([event.messageId, event.visible], [waiting.id, false]);
    }
    await bo.edit(waiting.id, 'Får jag nu, @cia?');
    for (const feed of knowing)
      assert.match((await feed.take('MESSAGE_PENDING')).content ?? '', /nu/);
    // Nobody else sees it by any way, and it counts as unread for nobody.
    assert.deepEqual((await cia.page(channel)).data, []);
    assert.deepEqual(
      (await bo.page(channel)).data.map((m) => [m.id, m.visible]),
      [[waiting.id, false]],
    );
    assert.deepEqual(
      (await mia.pending(channel)).map((m) => m.id),
      [waiting.id],
    );
    await assert.rejects(cia.pending(channel), { status: 403 });
    await assert.rejects(cia.approve(waiting.id), { status: 404 });
    await assert.rejects(bo.approve(waiting.id), { status: 403 });
    const unread = await cia.call<{ data: boolean }>(
      'GET',
      `/api/v1/chat/channels/${channel}/unread`,
    );
    assert.equal(unread.data, false);
    const { events } = await cia.events(channel, waiting.id - 1);
    assert.deepEqual(
      events.filter((event) => event.messageId === waiting.id),
      [],
    );

    const [one, two] = await Promise.allSettled([
      mia.approve(waiting.id),
      anna.approve(waiting.id),
    ]);
    assert.deepEqual([one.status, two.status].sort(), ['fulfilled', 'rejected']);
    await assert.rejects(mia.reject(waiting.id), { status: 409, code: 'ALREADY_DECIDED' });
    for (const feed of [...knowing, ...others]) {
      const event = await feed.take('MESSAGE_APPROVED');
      assert.deepEqual([event.messageId, event.visible, event.senderId], [waiting.id, true, bo.id]);
    }
    assert.equal((await bell.take('NOTIFICATION')).notification?.messageId, waiting.id);
    for (const feed of others)
      assert.ok(!feed.all.some((event) => event.type === 'MESSAGE_PENDING'), feed.types());
    assert.deepEqual(
      (await cia.page(channel)).data.map((m) => [m.id, m.visible]),
      [[waiting.id, true]],
    );
    assert.deepEqual(await mia.pending(channel), []);
  });

  it('a rejected message leaves its author and the moderators, and nobody else hears of it', async () => {
    const { mia, bo, cia } = people;
    const knowing = [...(await feedsOf('mia')), ...(await feedsOf('bo'))];
    const others = await feedsOf('cia');
    const bell = await lives.bo.bell();
    const waiting = await bo.say(channel, 'olämpligt');
    await mia.reject(waiting.id, 'Håll god ton.');
    for (const feed of knowing) {
      const event = await feed.take('MESSAGE_DELETE');
      assert.deepEqual(
        [event.messageId, event.reason, event.content?.includes('olämpligt')],
        [waiting.id, 'Håll god ton.', false],
      );
    }
    assert.equal((await bell.take('NOTIFICATION')).notification?.type, 'MESSAGE_REJECTED');
    await assert.rejects(mia.approve(waiting.id), { status: 409, code: 'ALREADY_DECIDED' });
    await mia.say(channel, 'moderatorer skriver direkt');
    for (const feed of others) {
      await feed.take('MESSAGE_CREATE');
      assert.equal(feed.all.length, 1, feed.types());
    }
    assert.ok(!(await bo.page(channel)).data.some((message) => message.id === waiting.id));
    assert.ok(!(await cia.page(channel)).data.some((message) => message.id === waiting.id));
  });

  it('who decides is told of a report and of what becomes of it, and nobody else is', async () => {
    const { anna, mia, cia } = people;
    const deciding = [await lives.anna.bell(), await lives.mia.bell()];
    const others = [await lives.bo.bell(), await lives.cia.bell()];
    const said = await mia.say(channel, 'något dumt');
    const report = { targetType: 'MESSAGE', targetId: said.id, reason: 'olämpligt' };
    const { idCase } = await cia.call<{ idCase: number }>('POST', '/api/v1/report', report);
    for (const bell of deciding)
      assert.equal((await bell.take('MODERATION_CHANGED')).entityId, org);
    await anna.call('POST', `/api/v1/moderation/${org}/cases/${idCase}/dismiss`, { note: '' });
    for (const bell of deciding) await bell.take('MODERATION_CHANGED');
    // Who reported is told by the bell, after the moderators.
    const reporter = others[1];
    assert.ok(reporter);
    await reporter.take(({ notification }) => notification?.type === 'REPORT_HANDLED');
    for (const bell of others)
      assert.ok(!bell.types().includes('MODERATION_CHANGED'), bell.types());
  });

  it('whoever moderates is told that something waits, is changed, and is decided', async () => {
    const { mia, bo } = people;
    const deciding = [await lives.anna.bell(), await lives.mia.bell()];
    const other = await lives.cia.bell();
    const told = async () => {
      for (const bell of deciding)
        assert.equal((await bell.take('MODERATION_CHANGED')).entityId, org);
    };
    const waiting = await bo.say(channel, 'Släpp fram mig');
    await told();
    await bo.edit(waiting.id, 'Släpp fram mig, @cia');
    await told();
    await mia.call('POST', `/api/v1/chat/messages/${waiting.id}/approve`);
    await told();
    // Whom it mentions it calls once it is published, after the moderators were told that it waits.
    await other.take('NOTIFICATION');
    assert.ok(!other.types().includes('MODERATION_CHANGED'), other.types());
  });

  it('a withdrawn message is gone for all who knew of it', async () => {
    const { bo } = people;
    const [moderator] = await feedsOf('mia');
    const [other] = await feedsOf('cia');
    const waiting = await bo.say(channel, 'ångrar mig');
    await bo.erase(waiting.id);
    await moderator?.take(
      (event) => event.type === 'MESSAGE_DELETE' && event.messageId === waiting.id,
    );
    assert.deepEqual(await people.mia.pending(channel), []);
    await sleep(100);
    assert.equal(other?.all.length, 0);
  });

  it('an answer that waits is in no thread', async () => {
    const { anna, mia, bo, cia } = people;
    const first = await anna.say(channel, 'fråga');
    const [feed] = await feedsOf('cia');
    const waiting = await bo.say(channel, 'svar', { parentMessageId: first.id });
    assert.equal((await cia.thread(first.id)).replies.length, 0);
    assert.equal((await cia.thread(first.id)).parent.replyCount, 0);
    assert.equal((await bo.thread(first.id)).replies.length, 1);
    await mia.approve(waiting.id);
    const event = await feed?.take('MESSAGE_APPROVED');
    assert.deepEqual([event?.parentMessageId, event?.replyCount], [first.id, 1]);
    assert.equal((await cia.thread(first.id)).parent.replyCount, 1);
  });
});
