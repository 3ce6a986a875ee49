/** A connection does not outlive its session, and an orderly end of the server tells everybody to come back. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { RawPeer } from './harness/raw.ts';
import { Server } from './harness/server.ts';
import { sleep, until } from './harness/wait.ts';

describe('sessions', () => {
  let server: Server;
  let people: Record<'anna' | 'bo' | 'cia', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia']);
    org = await people.anna.found('Huset');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
    await people.anna.relate(org.id, people.cia, 'MEMBER');
  });
  after(() => server.dispose());

  interface Session {
    id: number;
    current: boolean;
  }
  const sessions = async (person: Person) =>
    (await person.call<{ content: Session[] }>('GET', '/api/v1/auth/sessions')).content;

  async function ended(live: Live) {
    const error = await live.error();
    assert.equal(error.headers.message, 'SESSION_ENDED');
  }

  it('an ended session takes its sockets with it, at once, and no others', async () => {
    const { bo } = people;
    const phone = await server.signIn('bo');
    const lost = await sessions(phone).then((all) => all.find((session) => session.current)?.id);
    const byToken = await Live.connect(phone, { headers: { token: await phone.socketToken() } });
    const [first, kept] = [await Live.connect(phone), await Live.connect(bo)];
    const feed = await first.channel(org.general);
    const other = await kept.channel(org.general);
    await bo.call('DELETE', `/api/v1/auth/sessions/${lost}`);
    await ended(first);
    await ended(byToken);
    await people.anna.say(org.general, 'efter');
    await other.take('MESSAGE_CREATE');
    assert.equal(feed.all.length, 0);
    assert.equal(kept.closed, false);
    // Neither the session nor a socket token of it opens anything any more.
    assert.equal((await phone.ask('GET', '/api/v1/me')).status, 401);
    const peer = await RawPeer.open(server.port);
    peer.stomp('CONNECT', { 'accept-version': '1.2', token: phone.token });
    assert.equal((await peer.ended()).headers.message, 'NOT_SIGNED_IN');
    // Nobody ends another's session.
    const theirs = (await sessions(bo))[0]?.id;
    assert.equal((await people.cia.ask('DELETE', `/api/v1/auth/sessions/${theirs}`)).status, 404);
    assert.equal(kept.closed, false);
    await kept.leave();
  });

  it('so does signing out', async () => {
    const desk = await server.signIn('bo');
    const live = await Live.connect(desk);
    const token = await desk.socketToken();
    await desk.call('POST', '/api/v1/auth/logout');
    await ended(live);
    const peer = await RawPeer.open(server.port);
    peer.stomp('CONNECT', { 'accept-version': '1.2', token });
    assert.equal((await peer.ended()).headers.message, 'NOT_SIGNED_IN');
  });

  it('and a new password', async () => {
    const thief = await server.signIn('cia');
    const lives = [await Live.connect(thief), await Live.connect(people.cia)];
    const post = (path: string, body: unknown) =>
      fetch(`${server.url}/api/public/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const email = people.cia.email;
    assert.equal((await post('reset/request', { email })).status, 204);
    const mail = await until('the mail', () =>
      server.mails(email).find((text) => text.includes('/reset?token')),
    );
    const token = /token=([\w-]+)/.exec(mail)?.[1];
    const password = 'ett-alldeles-nytt-losen';
    assert.equal((await post('reset', { token, password })).status, 204);
    for (const live of lives) await ended(live);
    assert.equal((await post('reset', { token, password })).status, 422);
    await assert.rejects(server.signIn('cia'));
    await (await Live.connect(await server.signIn('cia', password))).leave();
  });

  it('an orderly end: clients are told, writes finished, and they find their way back', async () => {
    const { anna, bo } = people;
    const live = await Live.connect(bo, { reconnectDelay: 200 });
    await live.channel(org.general);
    const acknowledged: number[] = [];
    let writing = true;
    const writer = (async () => {
      while (writing) acknowledged.push((await anna.say(org.general, 'in i det sista')).id);
    })().catch(() => {});
    await sleep(300);
    const took = await server.stop();
    writing = false;
    await writer;
    assert.ok(took < 10_000, `${took} ms`);
    // A client that comes back before the server is gone is told once more.
    const told = live.errors.map((error) => error.headers.message);
    assert.deepEqual([...new Set(told)], ['GOING_AWAY']);
    assert.ok(acknowledged.length > 0);
    await server.start();
    // Whoever came back before the server was gone has connected twice, and is connected no more.
    await until('the way back', () => live.connects >= 2 && live.client.connected);
    const feed = await live.channel(org.general);
    await anna.say(org.general, 'igen');
    await feed.take('MESSAGE_CREATE');
    const history = (await bo.history(org.general)).map((message) => message.id);
    assert.deepEqual(
      acknowledged.filter((id) => !history.includes(id)),
      [],
    );
    await live.leave();
  });
});
