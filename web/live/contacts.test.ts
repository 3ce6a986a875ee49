/** What two people change between them reaches the open connections of both, and nobody else's; so does what one says of oneself. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent } from './harness/types.ts';
import { until } from './harness/wait.ts';

type Names = 'anna' | 'bo' | 'cia' | 'zoe';

/** What a gateway of text messages was sent. */
type Sent = { method: string | undefined; type: string | undefined; body: unknown };

/** A gateway that is busy the first time. */
async function gateway() {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const { method, headers } = request;
      sent.push({ method, type: headers['content-type'], body: JSON.parse(text) });
      response.statusCode = sent.length === 1 ? 503 : 202;
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/sms`, sent, close: () => server.close() };
}

describe('contacts', () => {
  let server: Server;
  let people: Record<Names, Person>;
  let ws: number;
  let sms: Awaited<ReturnType<typeof gateway>>;

  before(async () => {
    sms = await gateway();
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'zoe'], {
      KALENDER_SMS_URL: sms.url,
    });
    const { anna, bo, cia } = people;
    const school = await anna.found('Skolan');
    ws = school.ws;
    for (const person of [bo, cia]) await anna.relate(school.id, person, 'MEMBER');
  });
  after(async () => {
    await server.dispose();
    sms.close();
  });

  const changed = (count: number, other: Person) => (event: LiveEvent) =>
    event.type === 'CONTACTS_CHANGED' && event.count === count && event.userId === other.id;

  it('a request and its answer are heard on all connections of both, with how many wait', async () => {
    const { anna, bo, cia } = people;
    const lives = await Promise.all([anna, bo, bo, cia].map((person) => Live.connect(person)));
    const bells: Feed[] = [];
    for (const live of lives) bells.push(await live.bell());
    const [asks, first, second, stranger] = bells as [Feed, Feed, Feed, Feed];

    const { requestId } = await anna.call<{ requestId: number }>(
      'POST',
      '/api/v1/contacts/requests',
      { toUserId: bo.id },
    );
    for (const tab of [first, second]) await tab.take(changed(1, anna));
    await first.take(({ notification }) => notification?.type === 'CONTACT_REQUEST');
    await asks.take(changed(0, bo));

    await bo.call('POST', `/api/v1/contacts/requests/${requestId}/accept`);
    for (const tab of [first, second]) await tab.take(changed(0, anna));
    await asks.take(({ notification }) => notification?.type === 'CONTACT_ACCEPTED');

    const heard = stranger.types();
    assert.ok(!heard.includes('CONTACTS_CHANGED'), heard);
    await Promise.all(lives.map((live) => live.leave()));
  });

  it('what one says of oneself is heard where one belongs, until it is taken back', async () => {
    const { anna, bo, zoe } = people;
    const live = await Live.connect(bo);
    const presence = await live.presence(ws);
    const outside = await Live.connect(zoe);
    assert.ok((await outside.presence(ws)).denied, 'who does not belong hears nothing');
    const says = { text: 'På utflykt', emoji: '🌲' };
    await anna.call('PUT', '/api/v1/me/status', says);
    const event = await presence.take('STATUS_CHANGED');
    assert.deepEqual(event, { type: 'STATUS_CHANGED', userId: anna.id, ...says });
    await anna.call('PUT', '/api/v1/me/status', { text: null, emoji: null });
    const gone = await presence.take('STATUS_CHANGED');
    assert.deepEqual(gone, { type: 'STATUS_CHANGED', userId: anna.id, text: null, emoji: null });
    await live.leave();
    await outside.leave();
  });

  it('an invitation goes to the gateway, again when that is busy', async () => {
    const { anna } = people;
    await anna.call('POST', '/api/v1/contacts/invite/sms', { phone: '070-123 45 67' });
    await until('the second try', () => (sms.sent.length > 1 ? true : undefined), 60_000);
    const [refused, taken] = sms.sent;
    assert.deepEqual(refused, taken, 'the same once more');
    assert.equal(taken?.method, 'POST');
    assert.match(taken?.type ?? '', /^application\/json/);
    const body = taken?.body as { to: string; text: string };
    assert.equal(body.to, '+46701234567');
    assert.match(body.text, /https?:\/\//);
    assert.equal(Object.keys(body).join(), 'to,text');
  });
});
