/** Push messages that a service does not take at once: what has changed before the next try counts. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Pushes } from '../harness/pushes.ts';
import { settled } from '../harness/pushService.ts';

describe('push messages that are sent again', { timeout: 400_000 }, () => {
  let pushes: Pushes;

  before(async () => {
    pushes = await Pushes.begin();
  });
  afterEach(() => pushes.clear());
  after(() => pushes?.dispose());

  it('a service that is busy is asked again; one that sends elsewhere is not followed', async () => {
    const [busy] = await pushes.device('bo');
    busy.answers = [
      { status: 503, headers: { 'retry-after': '1' } },
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 201 },
    ];
    const [elsewhere] = await pushes.device('bo');
    elsewhere.answers = [{ status: 307, headers: { location: `${pushes.service.url}/trap` } }];
    await pushes.call('igen');
    assert.equal(busy.received.length, 3);
    assert.equal(busy.received[2]?.shown.body, busy.received[0]?.shown.body);
    assert.equal(elsewhere.received.length, 1);
    assert.deepEqual(pushes.service.strays, []);
  });

  it('nothing of a channel that may not be read any more, of a message that is gone, or that is read', async () => {
    const channel = await pushes.people.anna.open(pushes.org.ws, {
      name: 'styrelsen',
      channelType: 'PRIVATE',
    });
    for (const one of [pushes.people.bo, pushes.people.cia])
      await pushes.people.anna.admit(channel.id, one);
    const [browser] = await pushes.device('bo');
    const later = { status: 503, headers: { 'retry-after': '2' } };
    const ends: ((message: { id: number }) => Promise<unknown>)[] = [
      (message) => pushes.people.anna.erase(message.id),
      () => pushes.people.bo.call('POST', '/api/v1/notifications/read', { all: true }),
      () => pushes.people.anna.expel(channel.id, pushes.people.bo),
    ];
    for (const [n, end] of ends.entries()) {
      // The first try comes too early; before the second something has happened.
      browser.answers = [later, { status: 201 }];
      const message = await pushes.people.anna.say(channel.id, `hemligt ${n} @bo`);
      await browser.nth(n + 1);
      await end(message);
      await settled([pushes.server]);
      assert.equal(browser.received.length, n + 1);
    }
    // Once he is out he is not even called.
    browser.answers = [{ status: 201 }];
    await pushes.call('hemligt igen', channel.id);
    assert.equal(browser.received.length, ends.length);
  });
});
