/** Posts move while one looks at them, for whoever may read them and nobody else; and only counts travel. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent } from './harness/types.ts';

type Names = 'anna' | 'bo' | 'cia' | 'dan' | 'eva' | 'zoe';

/** Counts are told as they are then: of some that come together the last is what is left. */
const counts = (likes: number, comments: number, reposts: number) => (event: LiveEvent) =>
  event.type === 'POST_CHANGED' &&
  event.nrLikes === likes &&
  event.nrComments === comments &&
  event.nrReposts === reposts;

describe('posts that one looks at', () => {
  let server: Server;
  let people: Record<Names, Person>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan', 'eva', 'zoe']);
    const { anna, bo, cia, dan } = people;
    // Whoever is nothing to each other otherwise knows of the others by this.
    const school = await anna.found('Skolan');
    for (const person of Object.values(people)) {
      if (person !== anna) await anna.relate(school.id, person, 'MEMBER');
    }
    await bo.followPerson(anna);
    await dan.followPerson(anna);
    await anna.befriend(cia);
  });
  after(() => server.dispose());

  /** Whoever is refused is told that and nothing else. */
  const isRefused = (feed: Feed) => {
    assert.ok(feed.denied, feed.destination);
    assert.deepEqual(feed.types(), 'ACCESS_DENIED');
  };

  it('others see likes, comments, reposts, changes and the end', async () => {
    const { anna, bo, zoe } = people;
    const { uuid } = await anna.post('Vårutflykten är den 12 maj.');
    const live = await Live.connect(zoe);
    const feed = await live.post(uuid);
    assert.equal(feed.denied, false);
    await bo.like(uuid);
    const liked = await feed.take(counts(1, 0, 0));
    assert.deepEqual(liked, {
      type: 'POST_CHANGED',
      uuid,
      nrLikes: 1,
      nrComments: 0,
      nrReposts: 0,
      version: 1,
    });
    const { idFeedComment } = await bo.comment(uuid, 'Hemligheten i kommentaren');
    await feed.take(counts(1, 1, 0));
    await bo.like(uuid, false);
    await feed.take(counts(0, 1, 0));
    const path = `/api/v1/feed/posts/${uuid}`;
    const repost = await bo.call<{ uuid: string }>('POST', `${path}/repost`, {});
    await feed.take(counts(0, 1, 1));
    await bo.call('DELETE', `/api/v1/feed/posts/${repost.uuid}`);
    await feed.take(counts(0, 1, 0));
    await anna.call('PUT', path, { txMessage: 'Vårutflykten är den 13 maj.' });
    await feed.take((event) => event.version === 2);
    await bo.call('DELETE', `/api/v1/feed/comments/${idFeedComment}`);
    await feed.take(counts(0, 0, 0));
    await anna.call('DELETE', path);
    assert.deepEqual(await feed.take('POST_DELETED'), { type: 'POST_DELETED', uuid });
    await feed.take('ACCESS_DENIED');
    assert.ok(!JSON.stringify(feed.all).includes('Hemligheten'), 'only counts travel');
    await live.leave();
  });

  it('many likes at once end at what is counted', async () => {
    const { anna, bo, cia, dan, eva, zoe } = people;
    const { uuid } = await anna.post('Vem kommer?');
    const live = await Live.connect(eva);
    const feed = await live.post(uuid);
    await Promise.all([bo, cia, dan, zoe, anna].map((person) => person.like(uuid)));
    await feed.take(counts(5, 0, 0));
    await Promise.all([bo, cia, dan].map((person) => person.like(uuid, false)));
    await feed.take(counts(2, 0, 0));
    await live.leave();
  });

  it('refuses whoever may not read it, and what is no post', async () => {
    const { anna, bo, cia, eva, zoe } = people;
    const followers = await anna.post('För dem som följer', { audience: 'FOLLOWERS' });
    const contacts = await anna.post('För kontakter', { audience: 'CONTACTS' });
    const open = await anna.post('För alla');
    const cases: [Person, string, boolean][] = [
      [anna, followers.uuid, true],
      [bo, followers.uuid, true],
      [cia, followers.uuid, true],
      [zoe, followers.uuid, false],
      [anna, contacts.uuid, true],
      [bo, contacts.uuid, false],
      [cia, contacts.uuid, true],
      [zoe, contacts.uuid, false],
      [zoe, open.uuid, true],
      [zoe, crypto.randomUUID(), false],
    ];
    for (const [person, uuid, hears] of cases) {
      const live = await Live.connect(person);
      const feed = await live.post(uuid);
      if (hears) assert.equal(feed.denied, false, `${person.userName} ${uuid}`);
      else isRefused(feed);
      await live.leave();
    }
    const { blockId } = await anna.block(eva);
    const live = await Live.connect(eva);
    isRefused(await live.post(open.uuid));
    await anna.call('DELETE', `/api/v1/contacts/block/${blockId}`);
    assert.equal((await live.post(open.uuid)).denied, false, 'unblocked');
    await live.leave();
    const stranger = await Live.connect(zoe);
    await stranger.client.subscribe('/topic/post/1', () => {}, { id: 'a number' });
    assert.equal((await stranger.error()).headers.message, 'UNKNOWN_DESTINATION');
  });

  it('a right that is lost ends it: unfollowed, parted, blocked, for others', async () => {
    const { anna, bo, cia, dan, eva, zoe } = people;
    const followers = await anna.post('För dem som följer', { audience: 'FOLLOWERS' });
    const contacts = await anna.post('För kontakter', { audience: 'CONTACTS' });
    const open = await anna.post('För alla');
    const watcher = await Live.connect(anna);
    const fence = await watcher.post(followers.uuid);
    /** After `lose` whoever listened hears that it is over, and then nothing. */
    async function loses(person: Person, uuid: string, lose: () => Promise<unknown>) {
      const live = await Live.connect(person);
      const feed = await live.post(uuid);
      assert.equal(feed.denied, false, person.userName);
      await lose();
      await feed.take('ACCESS_DENIED');
      const heard = feed.all.length;
      await anna.like(uuid);
      await anna.like(followers.uuid);
      await fence.take((event) => event.nrLikes === 1);
      await anna.like(uuid, false);
      if (uuid !== followers.uuid) await anna.like(followers.uuid, false);
      await fence.take((event) => event.nrLikes === 0);
      await live.settle();
      assert.equal(feed.all.length, heard, `${person.userName} hears nothing more`);
      await live.leave();
    }
    await loses(dan, followers.uuid, () => dan.unfollowPerson(anna));
    await loses(bo, followers.uuid, () => anna.block(bo));
    await loses(eva, open.uuid, () => eva.block(anna));
    const { contacts: found } = await anna.call<{
      contacts: { id: number; user: { id: number } }[];
    }>('GET', '/api/v1/contacts');
    const contact = found.find((one) => one.user.id === cia.id);
    assert.ok(contact);
    await loses(cia, contacts.uuid, () => anna.call('DELETE', `/api/v1/contacts/${contact.id}`));
    await loses(zoe, open.uuid, () =>
      anna.call('PUT', `/api/v1/feed/posts/${open.uuid}`, { audience: 'CONTACTS' }),
    );
    await watcher.leave();
  });

  it("an organisation's, for its members, ends with membership", async () => {
    const { cia, dan, zoe } = people;
    const org = await zoe.found('Brf Eken');
    await zoe.relate(org.id, cia, 'MEMBER');
    const { uuid } = await zoe.post('Städdag på lördag', {
      idEntity: org.id,
      audience: 'ENTITY_MEMBERS',
    });
    const [outside, inside] = [await Live.connect(dan), await Live.connect(cia)];
    isRefused(await outside.post(uuid));
    const feed = await inside.post(uuid);
    await zoe.like(uuid);
    await feed.take(counts(1, 0, 0));
    await zoe.dismiss(org.id, cia);
    await feed.take('ACCESS_DENIED');
    await Promise.all([outside.leave(), inside.leave()]);
  });

  it('tells readers that a post has come, once, and nobody else', async () => {
    const { cia, dan, zoe } = people;
    await dan.followPerson(zoe);
    const [reader, other] = [await Live.connect(dan), await Live.connect(cia)];
    const [bell, silence] = [await reader.bell(), await other.bell()];
    const { uuid } = await zoe.post('Nytt i dag', { audience: 'FOLLOWERS' });
    assert.deepEqual(await bell.take('FEED_POST'), { type: 'FEED_POST', uuid });
    const home = await dan.call<{ content: { uuid: string }[] }>('GET', '/api/v1/feed');
    assert.equal(home.content[0]?.uuid, uuid, 'it is there when it is told');
    await zoe.call('PUT', `/api/v1/feed/posts/${uuid}`, { txMessage: 'Nytt i går' });
    const next = await zoe.post('Ännu ett');
    await bell.take((event) => event.type === 'FEED_POST' && event.uuid === next.uuid);
    await other.settle();
    assert.equal(bell.all.filter((event) => event.uuid === uuid).length, 1);
    assert.ok(!silence.all.some((event) => event.type === 'FEED_POST'));
    await Promise.all([reader.leave(), other.leave()]);
  });
});
