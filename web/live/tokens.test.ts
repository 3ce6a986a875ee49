/** A program hears and sends within its token's scopes, and is cut with it. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { RawPeer } from './harness/raw.ts';
import { Server } from './harness/server.ts';

interface Made {
  id: number;
  token: string;
}

describe('access tokens', () => {
  let server: Server;
  let people: Record<'anna' | 'bo', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo']);
    org = await people.anna.found('Huset');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
  });
  after(() => server.dispose());

  const expires = () => new Date(Date.now() + 86_400_000).toISOString();
  const make = (person: Person, scopes: string[]) =>
    person.call<Made>('POST', '/api/v1/me/tokens', { name: 'program', scopes, expires: expires() });
  const connect = (person: Person, token: string) =>
    Live.connect(person, { headers: { Authorization: `Bearer ${token}` } });
  const place = () => `/topic/chat/channel/${org.general}`;

  it('one that reads the chat hears it, and nothing else', async () => {
    const { anna, bo } = people;
    const { token } = await make(bo, ['chat:read']);
    const live = await connect(bo, token);
    const replies = await live.replies();
    const feed = await live.channel(org.general);
    assert.equal(feed.denied, false);
    const bell = await live.bell();
    assert.equal(bell.denied, true);
    assert.equal(bell.all[0]?.code, 'SCOPE_MISSING');
    await anna.say(org.general, 'hej programmet');
    assert.equal((await feed.take('MESSAGE_CREATE')).content, 'hej programmet');
    live.send(`/app/chat/channel/${org.general}`, { content: 'får inte' });
    assert.equal((await replies.take('REPLY')).code, 'SCOPE_MISSING');
    assert.equal(live.errors.length, 0, 'a right that is missing ends no connection');
    await live.leave();
  });

  it('one that writes sends, and does not hear', async () => {
    const { anna, bo } = people;
    const { token } = await make(bo, ['chat:write']);
    const live = await connect(bo, token);
    const heard = await (await Live.connect(anna)).channel(org.general);
    const denied = await live.subscribe(place());
    assert.equal(denied.all[0]?.code, 'SCOPE_MISSING');
    const replies = await live.replies();
    live.send(`/app/chat/channel/${org.general}`, { content: 'från ett program' });
    assert.equal((await replies.take('REPLY')).success, true);
    assert.equal((await heard.take('MESSAGE_CREATE')).content, 'från ett program');
    await live.leave();
  });

  it('a program that listens makes nobody present', async () => {
    const { anna, bo } = people;
    const { token } = await make(bo, ['read']);
    const program = await connect(bo, token);
    await program.workspace(org.ws);
    await program.presence(org.ws);
    const present = await anna.call<{ data: { userId: number }[] }>(
      'GET',
      `/api/v1/chat/workspaces/${org.ws}/presence`,
    );
    assert.equal(present.data.filter((one) => one.userId === bo.id).length, 0);
    await program.leave();
  });

  it('revoking cuts its connections at once, and no others', async () => {
    const { bo } = people;
    const [lost, kept] = [await make(bo, ['chat:read']), await make(bo, ['chat:read'])];
    const [first, other, own] = [
      await connect(bo, lost.token),
      await connect(bo, kept.token),
      await Live.connect(bo),
    ];
    await bo.call('DELETE', `/api/v1/me/tokens/${lost.id}`);
    assert.equal((await first.error()).headers.message, 'SESSION_ENDED');
    assert.equal(other.closed, false);
    assert.equal(own.closed, false);
    const peer = await RawPeer.open(server.port);
    peer.stomp('CONNECT', { 'accept-version': '1.2', authorization: `Bearer ${lost.token}` });
    assert.equal((await peer.ended()).headers.message, 'NOT_SIGNED_IN');
    await other.leave();
    await own.leave();
  });

  it('so does ending a bot', async () => {
    const { anna } = people;
    const bot = await anna.call<Made>('POST', `/api/v1/entities/${org.id}/bots`, {
      name: 'Vädret',
      scopes: ['chat:read', 'chat:write'],
    });
    const live = await connect(anna, bot.token);
    const feed = await live.channel(org.general);
    live.send(`/app/chat/channel/${org.general}`, { content: 'sol' });
    const told = await feed.take('MESSAGE_CREATE');
    assert.equal(told.content, 'sol');
    assert.equal((told as { isBot?: boolean }).isBot, true);
    await anna.call('DELETE', `/api/v1/entities/${org.id}/bots/${bot.id}`);
    assert.equal((await live.error()).headers.message, 'SESSION_ENDED');
  });
});
