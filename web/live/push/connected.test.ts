/** Push messages and connections: none to whoever is connected, nor right after they have left. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Live } from '../harness/live.ts';
import { Pushes } from '../harness/pushes.ts';

describe('push messages beside a connection', { timeout: 400_000 }, () => {
  let pushes: Pushes;

  before(async () => {
    pushes = await Pushes.begin();
  });
  afterEach(() => pushes.clear());
  after(() => pushes?.dispose());

  it('nothing comes while connected; what comes right after leaving waits for the return', async () => {
    const [browser] = await pushes.device('bo');
    const live = await Live.connect(pushes.people.bo);
    pushes.leavings.push(() => live.leave());
    await (await live.bell()).all;
    const before = await pushes.server.metric('push_not_needed_total');
    await pushes.call('medan du är här');
    assert.equal(browser.received.length, 0);
    assert.equal((await pushes.server.metric('push_not_needed_total')) - before, 1);
    await live.leave();
    await pushes.people.anna.say(pushes.org.general, 'just efter @bo');
    assert.equal((await browser.nth(1, 40_000)).shown.body, 'just efter @bo Test');
    assert.equal(browser.received.length, 1);
  });
});
