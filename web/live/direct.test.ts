/** Conversations between people: their people are told on all their connections, and nobody else of anything. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { DirectMessage, LiveEvent } from './harness/types.ts';
import { until } from './harness/wait.ts';

const names = [
  'anna',
  'bo',
  'cia',
  'dan',
  'eva',
  'fia',
  'gus',
  'hal',
  'ida',
  'jan',
  'kim',
] as const;
const direct = (event: LiveEvent) => event as unknown as DirectMessage;

describe('direct messages', { concurrency: true }, () => {
  let server: Server;
  let people: Record<(typeof names)[number], Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(names);
    org = await people.anna.found('Laget');
    for (const name of names.slice(1)) await people.anna.relate(org.id, people[name], 'MEMBER');
  });
  after(() => server.dispose());

  it('two talk, and a third sees nothing', async () => {
    const { anna, bo, cia } = people;
    const lives = await Promise.all([anna, bo, cia].map((person) => Live.connect(person)));
    const [annas, bos, cias] = lives as [Live, Live, Live];
    const [toAnna, toBo, toCia] = [await annas.bell(), await bos.bell(), await cias.bell()];
    const space = await cias.workspace(org.ws);
    const talk = await anna.talk([bo]);
    assert.equal((await cias.channel(talk.id)).denied, true);
    // No workspace is behind a conversation.
    for (const live of [annas, cias]) {
      assert.equal((await live.workspace(0)).denied, true);
      assert.equal((await live.typing(0)).denied, true);
      assert.equal((await live.presence(0)).denied, true);
    }

    // With its first message the conversation is there for who has not opened it.
    const said = await anna.say(talk.id, 'hej Bo');
    for (const feed of [toAnna, toBo]) {
      const told = direct(await feed.take('DIRECT_MESSAGE'));
      assert.deepEqual(
        [told.channelId, told.change, told.cursor, told.message.messageId, told.message.preview],
        [talk.id, 'CREATE', said.id, said.id, 'hej Bo'],
      );
      assert.deepEqual([told.message.userId, told.message.created], [anna.id, said.created]);
      assert.deepEqual(
        told.people.map((person) => person.userId),
        [anna.id, bo.id].sort((x, y) => x - y),
      );
    }
    assert.equal((await toBo.take((event) => event.messages !== undefined)).messages, 1);
    assert.equal((await toBo.take('NOTIFICATION')).notification?.messageId, said.id);

    const [here, there] = [await annas.channel(talk.id), await bos.channel(talk.id)];
    const answer = await bo.say(talk.id, 'hej Anna');
    assert.equal((await here.take('MESSAGE_CREATE')).messageId, answer.id);
    await bo.edit(answer.id, 'hejsan Anna');
    assert.equal((await here.take('MESSAGE_UPDATE')).content, 'hejsan Anna');
    const edited = direct(await toAnna.take((event) => direct(event).change === 'UPDATE'));
    assert.equal(edited.message.preview, 'hejsan Anna');
    annas.type(talk.id, true);
    const sign = await there.take('TYPING');
    assert.deepEqual([sign.userId, sign.senderName, sign.isTyping], [anna.id, 'anna Test', true]);
    annas.type(talk.id, false);
    assert.equal((await there.take('TYPING')).isTyping, false);
    await bo.erase(answer.id);
    assert.equal((await here.take('MESSAGE_DELETE')).messageId, answer.id);
    const gone = direct(await toAnna.take((event) => direct(event).change === 'DELETE'));
    assert.equal(gone.message.messageId, answer.id);

    // Read on one device, read on the other.
    await bo.say(talk.id, 'är du där?');
    const other = await Live.connect(anna);
    const toOther = await other.bell();
    const last = (await anna.page(talk.id)).data.at(-1);
    await anna.read(talk.id);
    assert.equal((await toOther.take('CHANNEL_READ')).lastReadMessageId, last?.id);
    await toOther.take((event) => event.messages === 0);

    for (const live of lives) await live.settle();
    assert.deepEqual([toCia.all, space.all], [[], []]);
    await Promise.all([...lives, other].map((live) => live.leave()));
  });

  it('what is told last of what is unread is what is so, however fast it changes', async () => {
    const { jan, kim } = people;
    const talk = await jan.talk([kim]);
    const kims = await Live.connect(kim);
    const toKim = await kims.bell();
    const totals = () => toKim.all.filter((event) => event.messages !== undefined);
    for (let round = 0; round < 25; round += 1) {
      await jan.say(talk.id, `nummer ${round}`);
      await Promise.all([kim.read(talk.id), jan.say(talk.id, `och ${round}`)]);
    }
    await kim.read(talk.id);
    await until('nothing unread', () => totals().at(-1)?.messages === 0);
    await kims.settle();
    assert.equal(totals().at(-1)?.messages, 0);
    await kims.leave();
  });

  it('a block is in force with the next thing that either does', async () => {
    const { dan, eva } = people;
    const talk = await dan.talk([eva]);
    await dan.say(talk.id, 'hej');
    const [dans, evas] = [await Live.connect(dan), await Live.connect(eva)];
    const [replies, heard] = [await dans.replies(), await evas.channel(talk.id)];
    const { blockId } = await eva.call<{ blockId: number }>('POST', '/api/v1/contacts/block', {
      userId: dan.id,
    });
    dans.type(talk.id, true);
    dans.send(`/app/chat/channel/${talk.id}`, { content: 'hej?', clientMessageId: 'd-1' });
    const refused = await replies.take((reply) => reply.clientMessageId === 'd-1');
    assert.deepEqual([refused.success, refused.code], [false, 'MAY_NOT_MESSAGE']);
    await dans.settle();
    await evas.settle();
    assert.deepEqual(heard.all, []);
    await eva.call('DELETE', `/api/v1/contacts/block/${blockId}`);
    dans.send(`/app/chat/channel/${talk.id}`, { content: 'hej!', clientMessageId: 'd-2' });
    assert.equal((await heard.take('MESSAGE_CREATE')).content, 'hej!');
    await Promise.all([dans.leave(), evas.leave()]);
  });

  it('who was away fetches what came after the cursor', async () => {
    const { gus, hal } = people;
    const talk = await gus.talk([hal]);
    await gus.say(talk.id, 'ett');
    const { cursor } = await hal.page(talk.id);
    const two = await gus.say(talk.id, 'två');
    await gus.edit(two.id, 'två!');
    const three = await gus.say(talk.id, 'tre');
    const { events, reset } = await hal.events(talk.id, cursor);
    assert.equal(reset, false);
    const missed = events.filter((event) => (event.cursor ?? 0) > cursor);
    assert.deepEqual(
      missed.map((event) => [event.type, event.messageId]),
      [
        ['MESSAGE_CREATE', two.id],
        ['MESSAGE_UPDATE', two.id],
        ['MESSAGE_CREATE', three.id],
      ],
    );
    const listed = await hal.conversations();
    assert.deepEqual(
      [listed[0]?.id, listed[0]?.lastMessage?.messageId, listed[0]?.hasUnread],
      [talk.id, three.id, true],
    );
  });

  it('asked for by both at the same instant it is one conversation', async () => {
    const { ida, fia } = people;
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? ida.talk([fia]) : fia.talk([ida]))),
    );
    assert.equal(new Set(asked.map((talk) => talk.id)).size, 1);
    const [talk] = asked;
    await ida.say(talk?.id ?? 0, 'hej');
    await until('one conversation', async () => {
      const both = await Promise.all([ida.conversations(), fia.conversations()]);
      return both.every((list) => list.filter((one) => one.id === talk?.id).length === 1);
    });
  });
});
