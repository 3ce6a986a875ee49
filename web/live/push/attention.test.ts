/** Push messages to who is connected and does not look: pages that are hidden, a phone that was put away. */

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Live } from '../harness/live.ts';
import { Pushes } from '../harness/pushes.ts';
import { RawPeer } from '../harness/raw.ts';

describe('push messages and attention', { timeout: 400_000 }, () => {
  let pushes: Pushes;

  before(async () => {
    pushes = await Pushes.begin();
  });
  afterEach(() => pushes.clear());
  after(() => pushes?.dispose());

  it('comes to who has left all their pages hidden, and to nobody who looks at one', async () => {
    const [browser] = await pushes.device('bo');
    const [desk, sofa] = [
      await Live.connect(pushes.people.bo),
      await Live.connect(pushes.people.bo),
    ];
    pushes.leavings.push(
      () => desk.leave(),
      () => sofa.leave(),
    );
    await desk.attend(true);
    await sofa.attend(true);
    await pushes.call('du ser ju inte');
    assert.equal((await browser.nth(1)).shown.body, 'du ser ju inte @bo Test @cia Test');
    // For others he is there all the same.
    const online = await pushes.people.anna.call<{ data: { userId: number }[] }>(
      'GET',
      `/api/v1/chat/workspaces/${pushes.org.ws}/presence`,
    );
    assert.ok(online.data.some(({ userId }) => userId === pushes.people.bo.id));
    await sofa.attend(false);
    await pushes.call('nu ser du');
    assert.equal(browser.received.length, 1);
    // The one that was looked at is closed; the hidden one is no reason to be silent.
    await sofa.leave();
    await pushes.call('nu ser du inte');
    assert.equal((await browser.nth(2)).shown.body, 'nu ser du inte @bo Test @cia Test');
  });

  it('what is said of attention is read before it is believed', async () => {
    const live = await Live.connect(pushes.people.bo);
    pushes.leavings.push(() => live.leave());
    const replies = await live.replies();
    for (const body of [{}, { hidden: 'ja' }, [], { hidden: 1 }]) {
      live.send('/app/attention', body);
      assert.equal((await replies.take((event) => event.success === false)).code, 'INVALID');
    }
    assert.ok(!live.closed);
  });

  it('a phone that was put away counts as connected only until its silence is noticed', async () => {
    const [browser] = await pushes.device('bo');
    const phone = await RawPeer.connect(pushes.server.port, pushes.people.bo.token, '4000,4000');
    await pushes.people.anna.say(pushes.org.general, 'i fickan @bo');
    assert.equal((await browser.nth(1, 60_000)).shown.body, 'i fickan @bo Test');
    assert.ok(phone.closedAt, 'cut');
  });
});
