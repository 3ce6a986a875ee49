/** What was said moves to another installation by the binary's own commands, and arrives once, however often it is killed. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';

const MESSAGES = 200;
/** Bytes by which the store grows before the import is killed: in its first step, and then farther and farther on. */
const KILLED_AFTER = [1, 10, 20, 40, 80, 160, 320].map((kib) => kib * 1_024);

/** What a person sees of a channel without what was deleted: who said what, in which order, with what was answered and how it was reacted to. */
async function seen(person: Person, channel: number) {
  const shown = [];
  for (const message of await person.history(channel)) {
    if (message.deleted) continue;
    const reactions = message.reactions.map(({ emoji, count }) => [emoji, count]);
    const replies = message.replyCount
      ? (await person.thread(message.id)).replies.map((reply) => [reply.userName, reply.content])
      : [];
    shown.push([message.userName, message.content, reactions, replies]);
  }
  return shown;
}

describe('a workspace that moves', { timeout: 180_000 }, () => {
  let from: Server;
  let to: Server;
  const folder = mkdtempSync(join(tmpdir(), 'kalender-moving-'));
  const file = join(folder, 'laget.zip');

  before(async () => {
    from = await Server.prepare();
    to = await Server.prepare();
  });
  after(async () => {
    await Promise.all([from.dispose(), to.dispose()]);
    rmSync(folder, { recursive: true });
  });

  it('is what it was, once, though its import was killed again and again', async () => {
    from.addUsers(['anna', 'bo']);
    await from.start();
    const { anna, bo } = await from.signInAll(['anna', 'bo']);
    const org = await anna.found('Laget');
    await anna.relate(org.id, bo, 'MEMBER');
    const channel = await anna.open(org.ws, { name: 'planering', channelType: 'PUBLIC' });
    let root = 0;
    for (let n = 0; n < MESSAGES; n += 1) {
      const who = n % 3 ? anna : bo;
      const { id } = await who.say(channel.id, `nummer ${n}`);
      if (n % 40 === 0) root = id;
      if (n % 40 < 3) await bo.say(channel.id, `svar på ${n}`, { parentMessageId: root });
      if (n % 25 === 0) await anna.react(id, '👍');
      if (n % 50 === 7) await who.edit(id, `ändrat ${n}`);
      if (n % 50 === 9) await who.erase(id);
    }
    const wanted = await seen(anna, channel.id);
    assert.equal(wanted.length, MESSAGES - MESSAGES / 50);
    await from.stop();
    from.command('export', '--entity', org.slug, file);

    to.addUsers(['anna', 'bo']);
    await to.start();
    const there = await to.signIn('anna');
    const { slug, id } = await there.found('Laget');
    await to.stop();
    const store = join(to.data, 'kalender.db');
    const size = () =>
      [store, `${store}-wal`].reduce(
        (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    const command = ['import', 'mattermost', file, '--entity', slug, '--take-accounts'];
    let killed = 0;
    for (const more of KILLED_AFTER) {
      const began = size();
      const child = to.begin(...command);
      const ended = new Promise((done) => child.once('exit', done));
      // Looked at without a pause: it is over in a second.
      while (child.exitCode === null && size() <= began + more) await nextTurn();
      if (child.kill('SIGKILL')) killed += 1;
      await ended;
    }
    assert.ok(killed >= 3, `the import was killed ${killed} times only`);
    // To its end, and once more: what is there already is not taken twice.
    to.command(...command);
    to.command(...command);

    await to.start();
    const again = await to.signIn('anna');
    const workspaces = await again.call<{ data: { workspaceId: number; entityId: number }[] }>(
      'GET',
      '/api/v1/chat/workspaces',
    );
    const homes = workspaces.data.filter(({ entityId }) => entityId === id);
    const found: number[] = [];
    for (const { workspaceId } of homes) {
      const channels = await again.channels(workspaceId);
      found.push(...channels.filter(({ name }) => name === 'planering').map((one) => one.id));
    }
    assert.equal(found.length, 1);
    const arrived = await seen(again, found[0] ?? 0);
    assert.deepEqual(arrived, wanted);
  });
});
