/** Who subscribes with `body:lean` hears the same, without what says nothing. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent } from './harness/types.ts';
import { until } from './harness/wait.ts';

type Members = Record<string, unknown>;

/** What a member that is missing stands for, besides null and an empty list. */
const MEANT: Members = {
  visible: true,
  hasAttachments: false,
  edited: false,
  deleted: false,
  pinned: false,
  replyCount: 0,
  priority: 'NORMAL',
  messageType: 'TEXT',
};
const LIKE: Record<string, string> = {
  formattedContent: 'content',
  updated: 'created',
  threadId: 'parentMessageId',
};
/** Of a message: made of its text, and when it was told. */
const DERIVED = ['preview', 'timestamp'];

const isNothing = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** An event with all that it means. */
function whole(event: LiveEvent): Members {
  const said: Members = { ...event };
  for (const [name, value] of Object.entries(MEANT)) said[name] ??= value;
  for (const [name, other] of Object.entries(LIKE)) said[name] ??= said[other];
  if (event.messageId) for (const name of DERIVED) delete said[name];
  return Object.fromEntries(Object.entries(said).filter(([, value]) => !isNothing(value)));
}

describe('lean bodies', () => {
  let server: Server;
  let people: Record<'anna' | 'bo', Person>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo']);
  });
  after(() => server.dispose());

  it('say the same as full ones, with less', async () => {
    const { anna, bo } = people;
    const org = await anna.found('Laget');
    await anna.relate(org.id, bo, 'MEMBER');
    const { id: channel } = await anna.open(org.ws, { name: 'magert' });
    const listen = async (lean: boolean): Promise<Feed[]> => {
      const live = await Live.connect(bo, { lean });
      // The same id twice: what one hears, the other does not.
      return [
        await live.subscribe(`/topic/chat/channel/${channel}`, 'kanal'),
        await live.subscribe(`/topic/workspace/${org.ws}/notifications`, 'ytan'),
      ];
    };
    const [full, lean] = [await listen(false), await listen(true)];

    const plain = await anna.say(channel, 'Vi ses på torsdag klockan 18', { clientMessageId: 'a' });
    const called = await anna.say(channel, 'Kommer du, @bo? *Viktigt*', { priority: 'IMPORTANT' });
    const reply = await bo.say(channel, 'ja', { parentMessageId: called.id });
    await bo.react(called.id, '👍');
    await bo.react(called.id, '👍', false);
    await anna.edit(called.id, 'Kommer du?');
    await bo.erase(reply.id);
    await anna.call('PUT', `/api/v1/chat/messages/${plain.id}/pin`);
    await anna.call('DELETE', `/api/v1/chat/messages/${plain.id}/pin`);
    await anna.call('PUT', `/api/v1/chat/channels/${channel}`, { displayName: 'Magert' });
    const last = await anna.say(channel, 'slut');

    const isLast = (event: LiveEvent) => event.messageId === last.id;
    for (const [n, feed] of full.entries()) {
      const other = lean[n] as Feed;
      await until('both to have heard all', () => feed.all.some(isLast) && other.all.some(isLast));
      assert.deepEqual(other.all.map(whole), feed.all.map(whole));
      assert.ok(feed.all.length >= 10, feed.types());
      const told = (of: Feed) => of.all.find((event) => event.messageId === plain.id);
      const bytes = (of: Feed) => JSON.stringify(told(of)).length;
      assert.ok(bytes(other) * 2 < bytes(feed) + 100, `${bytes(other)} of ${bytes(feed)}`);
      assert.equal(told(feed)?.preview, 'Vi ses på torsdag klockan 18');
      for (const name of ['preview', 'timestamp', 'threadId', 'senderAvatar', 'hasAttachments'])
        assert.ok(!(name in (told(other) ?? {})), name);
    }
  });
});
