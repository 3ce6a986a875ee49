/** What happens in a channel is told to its readers, on both topics, in order, with the specified fields. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent } from './harness/types.ts';
import { sleep } from './harness/wait.ts';

const TOMBSTONE = 'Meddelandet har tagits bort.';
/** The live notification of the specification: these are always there, null or not. */
const FIELDS = [
  'type',
  'workspaceId',
  'channelId',
  'messageId',
  'senderId',
  'senderName',
  'senderSlug',
  'senderAvatar',
  'preview',
  'content',
  'created',
  'timestamp',
  'threadId',
  'parentMessageId',
  'mentions',
  'hasAttachments',
  'visible',
  'cursor',
];

describe('chat', { concurrency: true }, () => {
  let server: Server;
  let people: Record<'anna' | 'bo' | 'cia', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia']);
    org = await people.anna.found('Laget');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
    await people.anna.relate(org.id, people.cia, 'MEMBER');
  });
  after(() => server.dispose());

  let channels = 0;
  const open = () => people.anna.open(org.ws, { name: `chatt-${++channels}` });
  const of = (channel: number) => (event: LiveEvent) => event.channelId === channel;

  it('a message is made, edited, reacted to, answered and deleted', async () => {
    const { anna, bo } = people;
    const { id: channel } = await open();
    const live = await Live.connect(bo);
    const [feed, workspace] = [await live.channel(channel), await live.workspace(org.ws)];

    const sent = await anna.say(channel, '  Hej @bo, @nobody och @all!\nRad två  ', {
      clientMessageId: 'c-1',
    });
    const made = await feed.take('MESSAGE_CREATE');
    for (const field of FIELDS) assert.ok(field in made, field);
    assert.deepEqual(
      {
        workspaceId: made.workspaceId,
        channelId: made.channelId,
        messageId: made.messageId,
        senderId: made.senderId,
        senderName: made.senderName,
        senderSlug: made.senderSlug,
        content: made.content,
        formattedContent: made.formattedContent,
        preview: made.preview,
        threadId: made.threadId,
        parentMessageId: made.parentMessageId,
        mentions: made.mentions,
        hasAttachments: made.hasAttachments,
        visible: made.visible,
        created: made.created,
        clientMessageId: made.clientMessageId,
      },
      {
        workspaceId: org.ws,
        channelId: channel,
        messageId: sent.id,
        senderId: anna.id,
        senderName: 'anna Test',
        senderSlug: 'anna',
        content: `Hej @${bo.id}, @nobody och @all!\nRad två`,
        formattedContent: 'Hej @bo, @nobody och @all!\nRad två',
        preview: 'Hej @bo Test, @nobody och @all! Rad två',
        threadId: null,
        parentMessageId: null,
        mentions: [bo.id],
        hasAttachments: false,
        visible: true,
        created: sent.created,
        clientMessageId: 'c-1',
      },
    );
    assert.match(sent.created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Math.abs((made.timestamp ?? 0) - Date.now()) < 60_000);

    await anna.edit(sent.id, 'Ny text');
    const edited = await feed.take('MESSAGE_UPDATE');
    assert.deepEqual(
      [edited.messageId, edited.content, edited.edited, edited.mentions],
      [sent.id, 'Ny text', true, []],
    );
    await bo.react(sent.id, '👍');
    const reacted = await feed.take('MESSAGE_REACTION');
    assert.deepEqual(
      [reacted.messageId, reacted.emoji, reacted.count, reacted.userId, reacted.added],
      [sent.id, '👍', 1, bo.id, true],
    );
    await anna.react(sent.id, '👍');
    assert.equal((await feed.take('MESSAGE_REACTION')).count, 2);
    await bo.react(sent.id, '👍', false);
    const less = await feed.take('MESSAGE_REACTION');
    assert.deepEqual([less.count, less.added], [1, false]);

    const answer = await bo.say(channel, 'Svar', { parentMessageId: sent.id });
    const deeper = await anna.say(channel, 'Svar på svar', { parentMessageId: answer.id });
    assert.equal(deeper.parentMessageId, sent.id);
    for (const [reply, count] of [
      [answer, 1],
      [deeper, 2],
    ] as const) {
      const told = await feed.take((event) => event.messageId === reply.id);
      assert.deepEqual(
        [told.parentMessageId, told.threadId, told.replyCount],
        [sent.id, sent.id, count],
      );
      assert.equal(told.lastReplyAt, reply.created);
    }
    await bo.erase(answer.id);
    const fewer = await feed.take('MESSAGE_DELETE');
    assert.deepEqual(
      [fewer.messageId, fewer.parentMessageId, fewer.replyCount],
      [answer.id, sent.id, 1],
    );

    await anna.erase(sent.id);
    const gone = await feed.take('MESSAGE_DELETE');
    assert.deepEqual([gone.messageId, gone.content, gone.deleted], [sent.id, TOMBSTONE, true]);
    assert.ok(!JSON.stringify(gone).includes('Ny text'));
    // Once is as good as many times, and nothing more happens to what is gone.
    await assert.rejects(anna.edit(sent.id, 'igen'), { status: 409, code: 'DELETED' });
    await assert.rejects(bo.react(sent.id, '👍'), { status: 409, code: 'DELETED' });

    // Both topics tell the same, and the cursor grows.
    await anna.say(channel, 'sist');
    await workspace.take((event) => event.content === 'sist');
    await feed.take((event) => event.content === 'sist');
    assert.deepEqual(workspace.all.filter(of(channel)), feed.all);
    const cursors = feed.all.map((event) => event.cursor ?? 0);
    assert.ok(
      cursors.every((cursor, at) => at === 0 || cursor > (cursors[at - 1] ?? 0)),
      `${cursors}`,
    );
    await live.leave();
  });

  it('SEND is the POST, answered on the reply queue', async () => {
    const { anna, bo } = people;
    const { id: channel } = await open();
    const [sender, reader] = [await Live.connect(bo), await Live.connect(anna)];
    const [replies, feed] = [await sender.replies(), await reader.channel(channel)];
    const destination = `/app/chat/channel/${channel}`;
    sender.send(destination, { content: 'hej', clientMessageId: 'k1' }, { receipt: 'r1' });
    const reply = await replies.take('REPLY');
    assert.deepEqual(
      [
        reply.destination,
        reply.clientMessageId,
        reply.success,
        reply.data?.content,
        reply.data?.userId,
      ],
      [destination, 'k1', true, 'hej', bo.id],
    );
    const made = await feed.take('MESSAGE_CREATE');
    assert.equal(made.messageId, reply.data?.id);
    assert.deepEqual(
      (await anna.page(channel)).data.map((m) => m.id),
      [reply.data?.id],
    );
    const refused = [
      { content: '   ' },
      { content: 'x'.repeat(4_001) },
      { content: 'hej', parentMessageId: 1 },
      {},
    ];
    for (const body of refused) {
      sender.send(destination, body);
      const no = await replies.take('REPLY');
      assert.equal(no.success, false);
      assert.ok(no.code && no.message);
    }
    sender.client.publish({ destination, body: 'no json' });
    assert.equal((await replies.take('REPLY')).code, 'UNREADABLE');
    sender.send(destination, { content: 'x'.repeat(4_000) });
    assert.equal((await replies.take('REPLY')).success, true);
    assert.equal(sender.errors.length, 0);
    await Promise.all([sender.leave(), reader.leave()]);
  });

  it('answers come in the order of the questions', async () => {
    const { anna } = people;
    const { id: channel } = await open();
    const live = await Live.connect(anna);
    const replies = await live.replies();
    for (let n = 0; n < 100; n++) live.send(`/app/chat/channel/${channel}`, { content: `${n}` });
    await replies.take((event) => event.data?.content === '99');
    const wanted = Array.from({ length: 100 }, (_, n) => `${n}`);
    assert.deepEqual(
      replies.all.map((event) => event.data?.content),
      wanted,
    );
    assert.deepEqual(
      (await anna.page(channel)).data.map((message) => message.content),
      wanted,
    );
    await live.leave();
  });

  it('the same clientMessageId is the same message, whichever way it comes', async () => {
    const { anna, bo } = people;
    const { id: channel } = await open();
    const live = await Live.connect(anna);
    const [feed, replies] = [await live.channel(channel), await live.replies()];
    const [first, second] = await Promise.all([
      anna.say(channel, 'en gång', { clientMessageId: 'samma' }),
      anna.say(channel, 'en gång', { clientMessageId: 'samma' }),
    ]);
    live.send(`/app/chat/channel/${channel}`, { content: 'en gång', clientMessageId: 'samma' });
    const reply = await replies.take('REPLY');
    assert.deepEqual([second.id, reply.data?.id], [first.id, first.id]);
    // Another person's is another message.
    const other = await bo.say(channel, 'en gång', { clientMessageId: 'samma' });
    assert.notEqual(other.id, first.id);
    await feed.take((event) => event.messageId === other.id);
    assert.deepEqual(
      // That posting is reading is told to her own devices as well.
      feed.all.flatMap((event) => event.messageId ?? []),
      [first.id, other.id],
    );
    assert.equal((await anna.page(channel)).data.length, 2);
    await live.leave();
  });

  it('a mention rings the bell of those it names', async () => {
    const { anna, bo, cia } = people;
    const { id: channel } = await open();
    const [first, second, other] = [
      await Live.connect(bo),
      await Live.connect(bo),
      await Live.connect(cia),
    ];
    const bells = [await first.bell(), await second.bell()];
    const silent = await other.bell();
    const mention = await anna.say(channel, 'Hör du, @Bo? @annan @b');
    const about = (event: LiveEvent) => event.notification?.messageId === mention.id;
    for (const bell of bells) {
      const { notification } = await bell.take(about);
      assert.deepEqual(
        [
          notification?.type,
          notification?.actorId,
          notification?.actorName,
          notification?.channelId,
        ],
        ['MENTION', anna.id, 'anna Test', channel],
      );
      assert.match(notification?.preview ?? '', /^Hör du, @bo Test\?/);
    }
    // Who takes part in a thread is told of answers.
    const own = await bo.say(channel, 'min tråd');
    const answer = await cia.say(channel, 'svar', { parentMessageId: own.id });
    const reply = await bells[0]?.take((event) => event.notification?.messageId === answer.id);
    assert.equal(reply?.notification?.type, 'REPLY');
    // A member's @channel calls nobody, a moderator's everybody.
    await bo.say(channel, '@channel');
    const call = await anna.say(channel, '@all nu!');
    await silent.take((event) => event.notification?.messageId === call.id);
    assert.equal(
      silent.all.filter((e) => e.type === 'NOTIFICATION' && e.notification?.channelId === channel)
        .length,
      1,
    );
    await Promise.all([first.leave(), second.leave(), other.leave()]);
  });

  it('what I have read my own connections learn, and nobody else', async () => {
    const { anna, bo, cia } = people;
    const { id: channel } = await open();
    const [phone, desk, other] = [
      await Live.connect(bo),
      await Live.connect(bo),
      await Live.connect(cia),
    ];
    const mine = [await phone.bell(), await desk.workspace(org.ws), await phone.channel(channel)];
    const theirs = [
      await other.bell(),
      await other.workspace(org.ws),
      await other.channel(channel),
    ];
    const message = await anna.say(channel, 'läs mig');
    await bo.read(channel, message.id);
    for (const feed of mine) {
      const read = await feed.take(
        (event) => event.type === 'CHANNEL_READ' && event.channelId === channel,
      );
      assert.equal(read.lastReadMessageId, message.id);
    }
    await other.settle();
    await sleep(100);
    for (const feed of theirs) assert.ok(!feed.all.some((event) => event.type === 'CHANNEL_READ'));
    await Promise.all([phone.leave(), desk.leave(), other.leave()]);
  });

  it('channels come, change and go', async () => {
    const { anna, bo } = people;
    const live = await Live.connect(bo);
    const workspace = await live.workspace(org.ws);
    const { id: channel } = await anna.open(org.ws, {
      name: 'livscykel',
      displayName: 'Livscykel',
    });
    const mine = (type: string) => (event: LiveEvent) =>
      event.type === type && event.channelId === channel;
    const made = await workspace.take(mine('CHANNEL_CREATED'));
    assert.deepEqual([made.channel?.id, made.channel?.displayName], [channel, 'Livscykel']);
    assert.ok(!('role' in (made.channel ?? {})));
    await anna.change(channel, { displayName: 'Nytt namn' });
    assert.equal((await workspace.take(mine('CHANNEL_UPDATED'))).channel?.displayName, 'Nytt namn');
    await anna.archive(channel);
    assert.equal((await workspace.take(mine('CHANNEL_ARCHIVED'))).channel?.archived, true);
    await assert.rejects(bo.say(channel, 'för sent'), { status: 409, code: 'ARCHIVED' });
    await live.leave();
  });
});
