/** Who subscribes to a workspace with `mode:digest` hears what happens in its channels in brief, and nothing that is not theirs. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent } from './harness/types.ts';
import { until } from './harness/wait.ts';

type Name = 'anna' | 'bo' | 'carin' | 'stranger';

describe('a workspace in brief', () => {
  let server: Server;
  let people: Record<Name, Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'carin', 'stranger']);
    const { anna, bo, carin } = people;
    org = await anna.found('Laget');
    await anna.relate(org.id, bo, 'MEMBER');
    await anna.relate(org.id, carin, 'MEMBER');
  });
  after(() => server.dispose());

  const listen = async (person: Person, digest = true): Promise<Feed> => {
    const live = await Live.connect(person, { lean: true, digest });
    return live.subscribe(`/topic/workspace/${org.ws}/notifications`);
  };
  const of = (feed: Feed, channel: number) => feed.all.filter((one) => one.channelId === channel);
  const singly = (feed: Feed, channel: number) =>
    of(feed, channel).filter(({ type }) => type === 'MESSAGE_CREATE');
  const digests = (feed: Feed, channel: number) =>
    of(feed, channel).filter(({ type }) => type === 'CHANNEL_DIGEST');
  const counted = (events: LiveEvent[]) =>
    events.reduce((sum, { messageCount = 0 }) => sum + messageCount, 0);

  it('says a burst once a second, and misses none of it', async () => {
    const { anna, bo, carin } = people;
    const { id: channel } = await anna.open(org.ws, { name: 'skur' });
    const [all, brief] = [await listen(bo, false), await listen(carin)];
    const began = Date.now();
    const first = await anna.say(channel, 'först');
    const sent: number[] = [];
    for (let n = 0; n < 40; n++) sent.push((await anna.say(channel, `${n}`)).id);
    const reply = await bo.say(channel, 'svar', { parentMessageId: first.id });
    await anna.edit(first.id, 'först!');
    await bo.react(first.id, '👍');

    const changed = () =>
      digests(brief, channel).reduce((sum, { changedCount = 0 }) => sum + changedCount, 0);
    const told = () => singly(brief, channel).length + counted(digests(brief, channel));
    await until('everything to be told in brief', () => told() === 42 && changed() >= 1);
    const seconds = Math.ceil((Date.now() - began) / 1_000);
    await until('everything to be told', () => singly(all, channel).length === 42);

    assert.equal(singly(brief, channel)[0]?.messageId, first.id);
    assert.ok(digests(brief, channel).length <= seconds + 1, brief.types());
    assert.ok(!brief.types().includes('MESSAGE_REACTION'), brief.types());
    // Whatever came singly came after a quiet second, so it was told at once and is in no digest.
    const newest = Math.max(
      ...digests(brief, channel).map(({ lastMessageId }) => lastMessageId ?? 0),
      ...singly(brief, channel).map(({ messageId }) => messageId ?? 0),
    );
    assert.ok(newest >= (sent.at(-1) as number), `${newest}`);
    const threads = digests(brief, channel).flatMap(
      ({ parentMessageIds = [] }) => parentMessageIds,
    );
    const alone = singly(brief, channel).some(({ messageId }) => messageId === reply.id);
    assert.ok(alone || threads.includes(first.id), brief.types());
    const writers = new Set(digests(brief, channel).flatMap(({ senderIds = [] }) => senderIds));
    assert.ok(writers.has(anna.id));
  });

  it('tells who is called, and who wrote it, at once and whole', async () => {
    const { anna, bo, carin } = people;
    const { id: channel } = await anna.open(org.ws, { name: 'rop' });
    const [called, other, own] = [await listen(bo), await listen(carin), await listen(anna)];
    const calls: number[] = [];
    for (let n = 0; n < 10; n++) calls.push((await anna.say(channel, `${n}, @bo!`)).id);
    const ids = (feed: Feed) => singly(feed, channel).map(({ messageId }) => messageId);
    await until('the calls', () => ids(called).length === 10 && ids(own).length === 10);
    assert.deepEqual(ids(called), calls);
    assert.deepEqual(ids(own), calls);
    assert.ok(singly(called, channel)[9]?.content?.startsWith('9, '));
    const told = () => ids(other).length + counted(digests(other, channel));
    await until('the others to know', () => told() === 10);
  });

  it('is for those who may read the channel when it is told', async () => {
    const { anna, bo, carin, stranger } = people;
    const { id: channel } = await anna.open(org.ws, { name: 'slutet', channelType: 'PRIVATE' });
    await anna.admit(channel, bo);
    const [member, outside, denied] = [
      await listen(bo),
      await listen(carin),
      await listen(stranger),
    ];
    await until('the stranger to be refused', () => denied.denied);
    for (let n = 0; n < 10; n++) await anna.say(channel, `${n}`);
    await until('it to be told', () => {
      return singly(member, channel).length + counted(digests(member, channel)) === 10;
    });
    // Of what is written together the second is told when a second has passed, to whoever may read it then.
    const own = await listen(anna);
    await anna.expel(channel, bo);
    const later = await Promise.all(['ett', 'två', 'tre'].map((text) => anna.say(channel, text)));
    const since = Math.min(...later.map(({ id }) => id));
    const reaches = ({ messageId, lastMessageId }: LiveEvent) =>
      (messageId ?? lastMessageId ?? 0) >= since;
    await until('her own digest', () => digests(own, channel).some(reaches));
    const open = await anna.open(org.ws, { name: 'efter' });
    await anna.say(open.id, 'sist');
    for (const feed of [member, outside])
      await until('what is open to all', () => singly(feed, open.id).length === 1);
    assert.ok(!of(member, channel).some(reaches), member.types());
    assert.deepEqual(of(outside, channel), []);
    assert.deepEqual(
      denied.all.map(({ type }) => type),
      ['ACCESS_DENIED'],
    );
  });
});
