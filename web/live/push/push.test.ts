/** Push messages: what leaves the server and to whom, read as a browser reads it. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Person, Refused } from '../harness/person.ts';
import { Pushes } from '../harness/pushes.ts';
import { PushService } from '../harness/pushService.ts';
import { Server } from '../harness/server.ts';
import { until } from '../harness/wait.ts';

describe('push messages', { timeout: 400_000 }, () => {
  let pushes: Pushes;

  before(async () => {
    pushes = await Pushes.begin();
  });
  afterEach(() => pushes.clear());
  after(() => pushes?.dispose());

  it('comes to somebody who is away, encrypted and signed', async () => {
    const [browser, session] = await pushes.device('bo');
    const message = await pushes.call('Kommer du på fredag?');
    const { headers, shown, claims, key } = await browser.nth(1);
    assert.deepEqual(shown, {
      title: 'anna Test nämnde dig i Allmänt',
      body: 'Kommer du på fredag? @bo Test @cia Test',
      path: `/konversation/${pushes.org.ws}/${pushes.org.general}?message=${message.id}`,
      tag: `channel-${pushes.org.general}`,
      isBot: false,
      // The setting that let it through.
      settings: `/settings/notifications?entity=${pushes.org.id}&type=MENTION&channel=push`,
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
    const question = await pushes.people.bo.say(pushes.org.general, 'vad gäller?');
    await pushes.people.anna.say(pushes.org.general, 'det vanliga', {
      parentMessageId: question.id,
    });
    const reply = await browser.nth(2);
    assert.equal(reply.headers.topic, headers.topic);
    assert.equal(reply.shown.tag, shown.tag);
    assert.equal(
      reply.shown.path,
      `/konversation/${pushes.org.ws}/${pushes.org.general}/trad/${question.id}`,
    );
    // Another person's topic of the same channel is another.
    assert.notEqual(pushes.first?.headers.topic, headers.topic);
  });

  it('a browser that is gone is forgotten', async () => {
    const [browser] = await pushes.device('bo');
    browser.answers = [{ status: 410 }];
    await pushes.call('ett');
    await browser.nth(1);
    browser.answers = [{ status: 201 }];
    await pushes.call('två');
    assert.equal(browser.received.length, 1);
    assert.equal(await pushes.server.metric('push_gone_total'), 1);
  });

  it('nothing of a channel that is muted', async () => {
    const [browser] = await pushes.device('bo');
    const settings = `/api/v1/chat/channels/${pushes.org.general}/settings`;
    await pushes.people.bo.call('PUT', settings, { muted: true });
    await pushes.call('tyst');
    assert.equal(browser.received.length, 0);
    await pushes.people.bo.call('PUT', settings, { muted: false });
    await pushes.call('hörs');
    assert.equal((await browser.nth(1)).shown.body, 'hörs @bo Test @cia Test');
  });

  it('nothing after signing out, being signed out from elsewhere, or to a browser that is another’s', async () => {
    const [left, session] = await pushes.device('bo');
    const [ended, other] = await pushes.device('bo');
    const [kept] = await pushes.device('bo');
    const [shared] = await pushes.device('bo');
    await session.call('POST', '/api/v1/auth/logout');
    const { id } = (
      await other.call<{ content: { id: number; current: boolean }[] }>(
        'GET',
        '/api/v1/auth/sessions',
      )
    ).content.find((one) => one.current) ?? { id: 0 };
    await pushes.people.bo.call('DELETE', `/api/v1/auth/sessions/${id}`);
    await pushes.people.anna.call('PUT', '/api/v1/push/subscription', shared.subscription);
    await pushes.call('till er som är kvar');
    await kept.nth(1);
    for (const browser of [left, ended, shared]) assert.equal(browser.received.length, 0);
    // Nobody ends what is another's.
    const { endpoint } = kept;
    await pushes.people.anna.call('DELETE', '/api/v1/push/subscription', { endpoint });
    await pushes.call('fortfarande');
    await kept.nth(2);
  });

  it('goes nowhere but to push services', async () => {
    for (const endpoint of [
      'http://127.0.0.1:1/push',
      `${pushes.service.url}@127.0.0.1:1/`,
      pushes.service.url.replace('http:', 'https:'),
      `http://localhost:${new URL(pushes.service.url).port}/`,
      'https://169.254.169.254/latest/meta-data/',
    ]) {
      const body = { ...pushes.service.browser().subscription, endpoint };
      await assert.rejects(
        pushes.people.bo.call('PUT', '/api/v1/push/subscription', body),
        (error) => error instanceof Refused && error.status === 422,
        endpoint,
      );
    }
    assert.deepEqual(pushes.service.strays, []);
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
