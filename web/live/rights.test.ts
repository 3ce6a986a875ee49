/** A subscription lives exactly as long as the right to read, and its end does not end the connection. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { ChannelSettings, Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent } from './harness/types.ts';
import { sleep, until } from './harness/wait.ts';

type Names = 'anna' | 'bo' | 'cia' | 'dan' | 'eva' | 'fia' | 'gun' | 'hans';

describe('rights', { concurrency: true }, () => {
  let server: Server;
  let people: Record<Names, Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan', 'eva', 'fia', 'gun', 'hans']);
    org = await people.anna.found('Kören');
    for (const name of ['bo', 'cia', 'dan', 'gun', 'hans'] as const)
      await people.anna.relate(org.id, people[name], 'MEMBER');
    await people.eva.follow(org.id);
  });
  after(() => server.dispose());

  let channels = 0;
  const open = (settings: Partial<ChannelSettings>) =>
    people.anna.open(org.ws, { name: `kanal-${++channels}`, ...settings });

  /** That `feed` has ended by one ACCESS_DENIED, and that nothing came or comes after it. */
  async function over(feed: Feed) {
    const denied = await feed.take('ACCESS_DENIED');
    assert.equal(denied.code, 'ACCESS_DENIED');
    assert.ok(denied.message);
    await sleep(200);
    assert.equal(feed.all.at(-1), denied, `after the end came: ${feed.types()}`);
    assert.equal(feed.all.filter((event) => event.type === 'ACCESS_DENIED').length, 1);
  }

  it('a private channel refuses with one message, no receipt, and the connection lives on', async () => {
    const { anna, bo } = people;
    const secret = await open({ channelType: 'PRIVATE' });
    const live = await Live.connect(bo);
    const refused = await live.subscribe(`/topic/chat/channel/${secret.id}`, 'again');
    assert.ok(refused.denied);
    await anna.say(secret.id, 'hemligt');
    await over(refused);
    // An absent channel answers the same, so that ids tell nothing.
    const absent = await live.subscribe('/topic/chat/channel/123456789');
    assert.deepEqual({ ...absent.all[0] }, { ...refused.all[0] });
    // The id is free, on the same connection.
    await anna.admit(secret.id, bo);
    const feed = await live.subscribe(`/topic/chat/channel/${secret.id}`, 'again');
    assert.equal(feed.denied, false);
    await anna.say(secret.id, 'nu hörs det');
    assert.equal((await feed.take('MESSAGE_CREATE')).content, 'nu hörs det');
    assert.equal(live.errors.length, 0);
    await live.leave();
  });

  it('settings that take a right away reach subscriptions and lists at once', async () => {
    const { anna, gun, hans } = people;
    // An organisation of their own: what the other tests change is told of another one.
    const choir = await anna.found('Sopranerna');
    await anna.relate(choir.id, gun, 'MEMBER');
    await anna.relate(choir.id, hans, 'MEMBER');
    const room = await anna.open(choir.ws, { name: 'sal' });
    const [live, other] = [await Live.connect(gun), await Live.connect(hans)];
    const quiet = await other.bell();
    // That he was let in is told him, and nothing after it.
    await anna.admit(room.id, hans);
    await quiet.take((event) => event.entityId === choir.id);
    const [channel, bell, workspace] = [
      await live.channel(room.id),
      await live.bell(),
      await live.workspace(choir.ws),
    ];
    const stays = await other.channel(room.id);
    await other.workspace(choir.ws);
    await anna.change(room.id, { channelType: 'PRIVATE' });
    await over(channel);
    assert.equal(
      (await bell.take((event) => event.entityId === choir.id)).type,
      'MEMBERSHIP_CHANGED',
    );
    assert.ok(!(await gun.channels(choir.ws)).some((one) => one.id === room.id));
    await anna.say(room.id, 'utan Gun');
    await stays.take((event) => event.content === 'utan Gun');
    await anna.say(choir.general, 'för alla');
    await workspace.take((event) => event.content === 'för alla');
    assert.ok(!workspace.all.some((event) => event.content === 'utan Gun'));
    const told = quiet.all.filter((event) => event.entityId === choir.id);
    assert.equal(told.length, 1, 'who stays is not told');
    // Narrowed relation types close a door as well.
    const staff = await anna.open(choir.ws, {
      name: 'personal',
      channelType: 'PRIVATE',
      relationTypes: ['MEMBER'],
    });
    const inside = await live.channel(staff.id);
    assert.equal(inside.denied, false);
    await anna.change(staff.id, { relationTypes: ['TEACHER'] });
    await over(inside);
    await live.leave();
    await other.leave();
  });

  it("a workspace's new name is told to who listens", async () => {
    const { anna, dan } = people;
    const live = await Live.connect(dan);
    const workspace = await live.workspace(org.ws);
    await anna.call('PUT', `/api/v1/chat/workspaces/${org.ws}`, { workspaceName: 'Stora kören' });
    const told = await workspace.take('WORKSPACE_UPDATED');
    assert.equal(told.workspaceName, 'Stora kören');
    await live.leave();
  });

  it('ends when the person is taken out of the channel', async () => {
    const { anna, cia } = people;
    const secret = await open({ channelType: 'PRIVATE' });
    await anna.admit(secret.id, cia);
    const live = await Live.connect(cia);
    const feed = await live.channel(secret.id);
    await anna.say(secret.id, 'ett');
    await feed.take('MESSAGE_CREATE');
    await anna.expel(secret.id, cia);
    await anna.say(secret.id, 'två');
    await over(feed);
    assert.ok(!feed.all.some((event) => event.content === 'två'));
    assert.ok((await live.channel(secret.id)).denied);
    assert.ok(!(await live.channel(org.general)).denied);
    await live.leave();
  });

  it('says who took the right, to whom it may be told', async () => {
    const { anna, cia, hans } = people;
    // Of their own: that the two keep apart is of no other test.
    const choir = await anna.found('Altarna');
    for (const person of [cia, hans]) await anna.relate(choir.id, person, 'MEMBER');
    const me = await anna.call<{ displayName: string }>('GET', '/api/v1/me');
    const named = { byUserId: anna.id, byName: me.displayName };
    const make = (name: string) => anna.open(choir.ws, { name, channelType: 'PRIVATE' });
    const says = ({ byUserId, byName, reason }: LiveEvent, how?: string) =>
      assert.deepEqual({ byUserId, byName, reason }, { ...named, reason: how });
    const live = await Live.connect(cia);

    const left = await make('ett');
    await anna.admit(left.id, cia);
    const feed = await live.channel(left.id);
    await anna.expel(left.id, cia);
    says(await feed.take('ACCESS_DENIED'), 'REMOVED');

    const closed = await anna.open(choir.ws, { name: 'salen' });
    const open = await live.channel(closed.id);
    await anna.change(closed.id, { channelType: 'PRIVATE' });
    says(await open.take('ACCESS_DENIED'), 'CLOSED');

    // A refusal is nobody's doing.
    assert.equal((await live.channel(closed.id)).all[0]?.byUserId, undefined);

    const old = await anna.open(choir.ws, { name: 'gammal' });
    const reading = await live.channel(old.id);
    await anna.call('POST', `/api/v1/chat/channels/${old.id}/archive`);
    says(await reading.take('CHANNEL_ARCHIVED'));

    // Who keeps them away is not named; of what all are told then nobody is.
    await anna.call('POST', '/api/v1/contacts/block', { userId: hans.id });
    const other = await Live.connect(hans);
    const [last, rest] = [await make('två'), await anna.open(choir.ws, { name: 'sist' })];
    await anna.admit(last.id, hans);
    const [his, all] = [await other.channel(last.id), await live.channel(rest.id)];
    await anna.expel(last.id, hans);
    assert.equal((await his.take('ACCESS_DENIED')).byName, undefined);
    await anna.call('POST', `/api/v1/chat/channels/${rest.id}/archive`);
    assert.equal((await all.take('CHANNEL_ARCHIVED')).byName, undefined);

    const general = await live.channel(choir.general);
    await anna.call('DELETE', `/api/v1/entities/${choir.id}/relations/${cia.id}`);
    says(await general.take('ACCESS_DENIED'), 'EXPELLED');
    await live.leave();
    await other.leave();
  });

  it('ends everywhere when the person is taken out of the organisation', async () => {
    const { anna, dan } = people;
    const secret = await open({ channelType: 'PRIVATE' });
    await anna.admit(secret.id, dan);
    const live = await Live.connect(dan);
    const feeds = [
      await live.channel(org.general),
      await live.channel(secret.id),
      await live.workspace(org.ws),
      await live.typing(org.ws),
      await live.presence(org.ws),
    ];
    const bell = await live.bell();
    await anna.dismiss(org.id, dan);
    await anna.say(org.general, 'utan Dan');
    await anna.say(secret.id, 'utan Dan');
    for (const feed of feeds) {
      await over(feed);
      assert.ok(!feed.all.some((event) => event.content === 'utan Dan'));
    }
    assert.equal((await bell.take('MEMBERSHIP_CHANGED')).entityId, org.id);
    for (const feed of feeds) assert.ok((await live.subscribe(feed.destination)).denied);
    assert.equal(live.errors.length, 0);
    // Back again: the row in the private channel did not survive.
    await anna.relate(org.id, dan, 'MEMBER');
    assert.ok(!(await live.channel(org.general)).denied);
    assert.ok((await live.channel(secret.id)).denied);
    await live.leave();
  });

  it('ends for those whose channel becomes private under them', async () => {
    const { anna, bo, cia } = people;
    const channel = await open({});
    await anna.admit(channel.id, bo);
    const [stays, goes] = [await Live.connect(bo), await Live.connect(cia)];
    const [kept, lost] = [await stays.channel(channel.id), await goes.channel(channel.id)];
    await anna.change(channel.id, { channelType: 'PRIVATE' });
    await anna.say(channel.id, 'bara vi');
    await over(lost);
    await kept.take('MESSAGE_CREATE');
    assert.ok(!lost.all.some((event) => event.type === 'MESSAGE_CREATE'));
    await Promise.all([stays.leave(), goes.leave()]);
  });

  it('ends for followers when a channel closes to them', async () => {
    const { anna, eva } = people;
    const channel = await open({ allowFollowers: true });
    const live = await Live.connect(eva);
    const feed = await live.channel(channel.id);
    await anna.say(channel.id, 'hej följare');
    await feed.take('MESSAGE_CREATE');
    await anna.change(channel.id, { allowFollowers: false });
    await anna.say(channel.id, 'utan följare');
    await over(feed);
    await live.leave();
  });

  it('ends for guests when a channel closes to them', async () => {
    const { anna, fia } = people;
    const channel = await open({ visibleToGuests: true });
    const live = await Live.connect(fia);
    const [feed, workspace] = [await live.channel(channel.id), await live.workspace(org.ws)];
    await anna.say(channel.id, 'hej gäster');
    await feed.take('MESSAGE_CREATE');
    await workspace.take('MESSAGE_CREATE');
    // A guest of one channel hears nothing of the others.
    await anna.say(org.general, 'bara för medlemmar');
    await anna.say(channel.id, 'för alla');
    await workspace.take((event) => event.content === 'för alla');
    assert.ok(!workspace.all.some((event) => event.channelId === org.general));
    await anna.change(channel.id, { visibleToGuests: false });
    await anna.say(channel.id, 'utan gäster');
    await over(feed);
    await over(workspace);
    await live.leave();
  });

  it('a person who loses the role of the relation keeps what a row gives', async () => {
    const { anna, bo } = people;
    const staff = await open({ channelType: 'PRIVATE', relationTypes: ['EMPLOYEE'] });
    await anna.relate(org.id, bo, 'EMPLOYEE');
    const live = await Live.connect(bo);
    const feed = await live.channel(staff.id);
    assert.equal(feed.denied, false);
    await anna.relate(org.id, bo, 'MEMBER');
    await over(feed);
    await anna.admit(staff.id, bo);
    const again = await live.channel(staff.id);
    await anna.relate(org.id, bo, 'EMPLOYEE');
    await anna.relate(org.id, bo, 'MEMBER');
    await anna.say(staff.id, 'kvar');
    await again.take('MESSAGE_CREATE');
    assert.equal(again.denied, false);
    await live.leave();
  });

  it('a row in one channel says nothing about another', async () => {
    const { anna, bo } = people;
    const [mine, theirs] = [
      await open({ channelType: 'PRIVATE' }),
      await open({ requireModeration: true }),
    ];
    await anna.admit(mine.id, bo);
    const live = await Live.connect(bo);
    const [kept, watched] = [await live.channel(mine.id), await live.channel(theirs.id)];
    await anna.change(theirs.id, { autoApproveMembers: false });
    // A moderator there is none here: what waits here is not his to see.
    await anna.admit(mine.id, bo, 'MODERATOR');
    await people.cia.say(theirs.id, 'väntar');
    // And who leaves there has not left here.
    const third = await open({ channelType: 'PRIVATE' });
    await anna.admit(third.id, bo);
    await anna.expel(third.id, bo);
    await anna.say(mine.id, 'ett');
    await anna.say(theirs.id, 'två');
    await kept.take('MESSAGE_CREATE');
    await watched.take('MESSAGE_CREATE');
    await sleep(100);
    assert.ok(!kept.denied && !watched.denied);
    assert.ok(!watched.all.some((event) => event.type === 'MESSAGE_PENDING'), watched.types());
    await live.leave();
  });

  it('never leaks while members come and go and others write', async () => {
    const { anna, bo, cia } = people;
    const secret = await open({ channelType: 'PRIVATE' });
    await anna.admit(secret.id, bo);
    const live = await Live.connect(cia);
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++) await bo.say(secret.id, `nr ${n}`);
    })();
    for (let round = 0; round < 8; round++) {
      await anna.admit(secret.id, cia);
      const feed = await live.channel(secret.id);
      assert.equal(feed.denied, false);
      await feed.take('MESSAGE_CREATE');
      await anna.expel(secret.id, cia);
      // What was written after the answer to the removal is not for her.
      const last = await bo.say(secret.id, 'efteråt');
      await over(feed);
      assert.ok(feed.all.every((event) => (event.messageId ?? 0) < last.id));
    }
    writing = false;
    await writer;
    await live.leave();
  });

  it('a lost right to send is answered, not cut', async () => {
    const { anna, cia } = people;
    const channel = await open({ readOnly: true });
    const live = await Live.connect(cia);
    const replies = await live.replies();
    live.send(`/app/chat/channel/${channel.id}`, { content: 'får jag?', clientMessageId: 'x1' });
    const reply = await replies.take('REPLY');
    assert.deepEqual(
      [reply.success, reply.code, reply.clientMessageId, reply.destination],
      [false, 'READ_ONLY_CHANNEL', 'x1', `/app/chat/channel/${channel.id}`],
    );
    live.type(channel.id, true);
    assert.equal((await replies.take('REPLY')).destination, '/app/typing');
    await anna.change(channel.id, { readOnly: false });
    live.send(`/app/chat/channel/${channel.id}`, { content: 'nu då?' });
    assert.equal((await replies.take('REPLY')).success, true);
    await live.leave();
    // Nobody listens to answers: then it is an ERROR.
    const deaf = await Live.connect(cia);
    await anna.change(channel.id, { readOnly: true });
    deaf.send(`/app/chat/channel/${channel.id}`, { content: 'hallå' }, { receipt: 'r' });
    const error = await deaf.error();
    assert.equal(error.headers.message, 'READ_ONLY_CHANNEL');
    assert.equal(error.headers['receipt-id'], 'r');
    await until('the end', () => deaf.closed);
  });
});
