/** Push messages: what leaves the server, to whom and when, read as a browser reads it. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Live } from './harness/live.ts';
import { Person, Refused } from './harness/person.ts';
import { type Browser, PushService, settled } from './harness/pushService.ts';
import { RawPeer } from './harness/raw.ts';
import { PASSWORD, Server } from './harness/server.ts';
import { until } from './harness/wait.ts';

const names = ['anna', 'bo', 'cia'] as const;

describe('push messages', { timeout: 400_000 }, () => {
  let service: PushService;
  let server: Server;
  let people: Record<(typeof names)[number], Person>;
  let org: { id: number; ws: number; general: number };
  /** Somebody else who is away: what comes to them shows that everything was on its way. */
  let witness: Browser;
  let seen = 0;
  /** What a test leaves behind, also one that fails: the next ones begin without it. */
  const leavings: (() => Promise<unknown>)[] = [];

  before(async () => {
    service = await PushService.begin();
    [server, people] = await Server.with(names, {
      KALENDER_PUSH_HOSTS: service.url,
      KALENDER_HIDDEN_AFTER: '1',
    });
    org = await people.anna.found('Föreningen');
    for (const one of [people.bo, people.cia]) await people.anna.relate(org.id, one, 'MEMBER');
    witness = await service.of(people.cia);
  });
  afterEach(async () => {
    for (const leave of leavings.splice(0)) await leave();
  });
  after(async () => {
    await server?.dispose();
    service?.close();
  });

  /** Another session of somebody's, with a browser that takes messages. */
  async function device(name: (typeof names)[number]): Promise<[Browser, Person]> {
    const session = await Person.signIn(server, people[name].email, PASSWORD);
    const browser = await service.of(session);
    const { endpoint } = browser;
    leavings.push(() => people[name].call('DELETE', '/api/v1/push/subscription', { endpoint }));
    return [browser, session];
  }

  /** Calls Bo and the witness; done when whatever this leads to has happened. */
  async function call(text: string, channel = org.general) {
    const message = await people.anna.say(channel, `${text} @bo @cia`);
    seen += 1;
    await witness.nth(seen);
    await settled([server]);
    return message;
  }

  it('comes to somebody who is away, encrypted and signed', async () => {
    const [browser, session] = await device('bo');
    const message = await call('Kommer du på fredag?');
    const { headers, shown, claims, key } = await browser.nth(1);
    assert.deepEqual(shown, {
      title: 'anna Test nämnde dig i Allmänt',
      body: 'Kommer du på fredag? @bo Test @cia Test',
      path: `/konversation/${org.ws}/${org.general}?message=${message.id}`,
      tag: `channel-${org.general}`,
      isBot: false,
      // The setting that let it through.
      settings: `/settings/notifications?entity=${org.id}&type=MENTION&channel=push`,
    });
    const answer = await session.call<{ data: { publicKey: string } }>('GET', '/api/v1/push/key');
    assert.equal(key, answer.data.publicKey);
    assert.match(claims.sub, /^mailto:/);
    const ahead = claims.exp - Date.now() / 1000;
    assert.ok(ahead > 0 && ahead <= 24 * 3_600, 'a token for a day at most');
    assert.equal(headers.ttl, '86400');
    assert.equal(headers.urgency, 'normal');
    assert.match(headers.topic as string, /^[\w-]{1,32}$/);

    // Of the same channel: the same tag and topic, so that many are one. In a thread it leads there.
    const question = await people.bo.say(org.general, 'vad gäller?');
    await people.anna.say(org.general, 'det vanliga', { parentMessageId: question.id });
    const reply = await browser.nth(2);
    assert.equal(reply.headers.topic, headers.topic);
    assert.equal(reply.shown.tag, shown.tag);
    assert.equal(reply.shown.path, `/konversation/${org.ws}/${org.general}/trad/${question.id}`);
    // Another person's topic of the same channel is another.
    assert.notEqual(witness.received[0]?.headers.topic, headers.topic);
  });

  it('a browser that is gone is forgotten', async () => {
    const [browser] = await device('bo');
    browser.answers = [{ status: 410 }];
    await call('ett');
    await browser.nth(1);
    browser.answers = [{ status: 201 }];
    await call('två');
    assert.equal(browser.received.length, 1);
    assert.equal(await server.metric('push_gone_total'), 1);
  });

  it('a service that is busy is asked again; one that sends elsewhere is not followed', async () => {
    const [busy] = await device('bo');
    busy.answers = [
      { status: 503, headers: { 'retry-after': '1' } },
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 201 },
    ];
    const [elsewhere] = await device('bo');
    elsewhere.answers = [{ status: 307, headers: { location: `${service.url}/trap` } }];
    await call('igen');
    assert.equal(busy.received.length, 3);
    assert.equal(busy.received[2]?.shown.body, busy.received[0]?.shown.body);
    assert.equal(elsewhere.received.length, 1);
    assert.deepEqual(service.strays, []);
  });

  it('nothing comes while connected; what comes right after leaving waits for the return', async () => {
    const [browser] = await device('bo');
    const live = await Live.connect(people.bo);
    leavings.push(() => live.leave());
    await (await live.bell()).all;
    const before = await server.metric('push_not_needed_total');
    await call('medan du är här');
    assert.equal(browser.received.length, 0);
    assert.equal((await server.metric('push_not_needed_total')) - before, 1);
    await live.leave();
    await people.anna.say(org.general, 'just efter @bo');
    assert.equal((await browser.nth(1, 40_000)).shown.body, 'just efter @bo Test');
    assert.equal(browser.received.length, 1);
  });

  it('comes to who has left all their pages hidden, and to nobody who looks at one', async () => {
    const [browser] = await device('bo');
    const [desk, sofa] = [await Live.connect(people.bo), await Live.connect(people.bo)];
    leavings.push(
      () => desk.leave(),
      () => sofa.leave(),
    );
    await desk.attend(true);
    await sofa.attend(true);
    await call('du ser ju inte');
    assert.equal((await browser.nth(1)).shown.body, 'du ser ju inte @bo Test @cia Test');
    // For others he is there all the same.
    const online = await people.anna.call<{ data: { userId: number }[] }>(
      'GET',
      `/api/v1/chat/workspaces/${org.ws}/presence`,
    );
    assert.ok(online.data.some(({ userId }) => userId === people.bo.id));
    await sofa.attend(false);
    await call('nu ser du');
    assert.equal(browser.received.length, 1);
    // The one that was looked at is closed; the hidden one is no reason to be silent.
    await sofa.leave();
    await call('nu ser du inte');
    assert.equal((await browser.nth(2)).shown.body, 'nu ser du inte @bo Test @cia Test');
  });

  it('what is said of attention is read before it is believed', async () => {
    const live = await Live.connect(people.bo);
    leavings.push(() => live.leave());
    const replies = await live.replies();
    for (const body of [{}, { hidden: 'ja' }, [], { hidden: 1 }]) {
      live.send('/app/attention', body);
      assert.equal((await replies.take((event) => event.success === false)).code, 'INVALID');
    }
    assert.ok(!live.closed);
  });

  it('a phone that was put away counts as connected only until its silence is noticed', async () => {
    const [browser] = await device('bo');
    const phone = await RawPeer.connect(server.port, people.bo.token, '4000,4000');
    await people.anna.say(org.general, 'i fickan @bo');
    assert.equal((await browser.nth(1, 60_000)).shown.body, 'i fickan @bo Test');
    assert.ok(phone.closedAt, 'cut');
  });

  it('nothing of a channel that may not be read any more, of a message that is gone, or that is read', async () => {
    const channel = await people.anna.open(org.ws, { name: 'styrelsen', channelType: 'PRIVATE' });
    for (const one of [people.bo, people.cia]) await people.anna.admit(channel.id, one);
    const [browser] = await device('bo');
    const later = { status: 503, headers: { 'retry-after': '2' } };
    const ends: ((message: { id: number }) => Promise<unknown>)[] = [
      (message) => people.anna.erase(message.id),
      () => people.bo.call('POST', '/api/v1/notifications/read', { all: true }),
      () => people.anna.expel(channel.id, people.bo),
    ];
    for (const [n, end] of ends.entries()) {
      // The first try comes too early; before the second something has happened.
      browser.answers = [later, { status: 201 }];
      const message = await people.anna.say(channel.id, `hemligt ${n} @bo`);
      await browser.nth(n + 1);
      await end(message);
      await settled([server]);
      assert.equal(browser.received.length, n + 1);
    }
    // Once he is out he is not even called.
    browser.answers = [{ status: 201 }];
    await call('hemligt igen', channel.id);
    assert.equal(browser.received.length, ends.length);
  });

  it('nothing of a channel that is muted', async () => {
    const [browser] = await device('bo');
    const settings = `/api/v1/chat/channels/${org.general}/settings`;
    await people.bo.call('PUT', settings, { muted: true });
    await call('tyst');
    assert.equal(browser.received.length, 0);
    await people.bo.call('PUT', settings, { muted: false });
    await call('hörs');
    assert.equal((await browser.nth(1)).shown.body, 'hörs @bo Test @cia Test');
  });

  it('nothing after signing out, being signed out from elsewhere, or to a browser that is another’s', async () => {
    const [left, session] = await device('bo');
    const [ended, other] = await device('bo');
    const [kept] = await device('bo');
    const [shared] = await device('bo');
    await session.call('POST', '/api/v1/auth/logout');
    const { id } = (
      await other.call<{ content: { id: number; current: boolean }[] }>(
        'GET',
        '/api/v1/auth/sessions',
      )
    ).content.find((one) => one.current) ?? { id: 0 };
    await people.bo.call('DELETE', `/api/v1/auth/sessions/${id}`);
    await people.anna.call('PUT', '/api/v1/push/subscription', shared.subscription);
    await call('till er som är kvar');
    await kept.nth(1);
    for (const browser of [left, ended, shared]) assert.equal(browser.received.length, 0);
    // Nobody ends what is another's.
    const { endpoint } = kept;
    await people.anna.call('DELETE', '/api/v1/push/subscription', { endpoint });
    await call('fortfarande');
    await kept.nth(2);
  });

  it('goes nowhere but to push services', async () => {
    for (const endpoint of [
      'http://127.0.0.1:1/push',
      `${service.url}@127.0.0.1:1/`,
      service.url.replace('http:', 'https:'),
      `http://localhost:${new URL(service.url).port}/`,
      'https://169.254.169.254/latest/meta-data/',
    ]) {
      const body = { ...service.browser().subscription, endpoint };
      await assert.rejects(
        people.bo.call('PUT', '/api/v1/push/subscription', body),
        (error) => error instanceof Refused && error.status === 422,
        endpoint,
      );
    }
    assert.deepEqual(service.strays, []);
  });
});

describe('push messages of a server that is killed', { timeout: 180_000 }, () => {
  let service: PushService;
  let server: Server;
  let people: Record<'anna' | 'bo', Person>;

  before(async () => {
    service = await PushService.begin();
    [server, people] = await Server.with(['anna', 'bo'], { KALENDER_PUSH_HOSTS: service.url });
  });
  after(async () => {
    await server?.dispose();
    service?.close();
  });

  it('are sent by the next one, once each', async () => {
    const org = await people.anna.found('Föreningen');
    await people.anna.relate(org.id, people.bo, 'MEMBER');
    const browser = await service.of(people.bo);
    // Nothing is taken before the end of the first server.
    browser.answers = [{ status: 503 }];
    const texts = ['ett', 'två', 'tre'];
    for (const text of texts) await people.anna.say(org.general, `${text} @bo`);
    await server.kill();
    const tried = browser.received.length;
    browser.answers = [{ status: 201 }];
    await server.start();
    await browser.nth(tried + texts.length, 90_000);
    await people.anna.say(org.general, 'sist @bo');
    await until('the last', () =>
      browser.received.slice(tried).some(({ shown }) => shown.body === 'sist @bo Test'),
    );
    const taken = browser.received.slice(tried).map(({ shown }) => shown.body);
    const told = [...texts, 'sist'].map((text) => `${text} @bo Test`);
    assert.deepEqual(taken.sort(), told.sort());
    assert.equal(server.command('jobs', 'list'), '');
  });
});
