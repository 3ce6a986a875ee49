/** Who types, who is online: told once, and over in time. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Live } from '../harness/live.ts';
import type { Person } from '../harness/person.ts';
import { Server } from '../harness/server.ts';
import type { LiveEvent } from '../harness/types.ts';
import { sleep, until } from '../harness/wait.ts';

const crowd = Array.from({ length: 23 }, (_, n) => `person${n}`);
type Presence = { userId: number; status: string };

describe('typing and presence', { concurrency: true }, () => {
  let server: Server;
  let people: Record<string, Person>;
  let anna: Person;
  let org: Awaited<ReturnType<Person['found']>>;
  let watcher: Live;
  let changes: () => Presence[];
  let frames: LiveEvent[];

  const person = (name: string): Person => {
    const found = people[name];
    if (!found) throw new Error(name);
    return found;
  };

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan', 'eva', 'fia', ...crowd]);
    anna = person('anna');
    org = await anna.found('Byn');
    for (const name of ['bo', 'cia', 'dan', 'fia', ...crowd])
      await anna.relate(org.id, person(name), 'MEMBER');
    await person('eva').follow(org.id);
    watcher = await Live.connect(anna);
    const presence = await watcher.presence(org.ws);
    frames = presence.all;
    // Batches are only another way to write the same changes.
    changes = () => presence.all.flatMap((event) => event.changes ?? [event as Presence]);
  });
  after(async () => {
    await watcher.leave();
    await server.dispose();
  });

  const seen = (who: Person, status: string) =>
    changes().filter((change) => change.userId === who.id && change.status === status).length;
  const listed = async (who: Person) =>
    (
      await anna.call<{ data: Presence[] }>('GET', `/api/v1/chat/workspaces/${org.ws}/presence`)
    ).data.some((found) => found.userId === who.id);

  it('typing is told to others, ends by itself after 6 seconds, and at once when it stops', async () => {
    const [typist, reader] = [await Live.connect(person('bo')), await Live.connect(person('cia'))];
    const typing = await reader.typing(org.ws);
    const bo = person('bo');
    const of = (isTyping: boolean) => (e: LiveEvent) =>
      e.userId === bo.id && e.isTyping === isTyping;
    typist.type(org.general, true);
    const began = await typing.take(of(true));
    const at = Date.now();
    assert.deepEqual([began.channelId, began.userName], [org.general, 'bo Test']);
    assert.ok(Math.abs((began.timestamp ?? 0) - at) < 30_000);
    // A second sign three seconds later puts the end off.
    await sleep(3_000);
    typist.type(org.general, true);
    await typing.take(of(false));
    const took = Date.now() - at;
    assert.ok(took >= 8_500 && took <= 20_000, `${took} ms`);
    typist.type(org.general, true);
    await typing.take(of(true));
    const stopped = Date.now();
    typist.type(org.general, false);
    await typing.take(of(false));
    // By itself it would have ended after six seconds.
    assert.ok(Date.now() - stopped < 5_000);
    await Promise.all([typist.leave(), reader.leave()]);
  });

  it('online with the first connection, offline 15 seconds after the last', async () => {
    const dan = person('dan');
    assert.equal(await listed(dan), false);
    const first = await Live.connect(dan);
    await until('Dan online', () => seen(dan, 'online') === 1);
    assert.equal(await listed(dan), true);
    const second = await Live.connect(dan);
    await first.leave();
    await sleep(2_000);
    // Away for a moment is not away.
    await second.leave();
    await sleep(3_000);
    const third = await Live.connect(dan);
    await sleep(1_000);
    const left = Date.now();
    await third.leave();
    await until('Dan offline', () => seen(dan, 'offline') === 1);
    const took = Date.now() - left;
    assert.ok(took >= 14_500 && took <= 25_000, `${took} ms`);
    assert.equal(seen(dan, 'online'), 1);
    assert.equal(await listed(dan), false);
  });

  it('followers and strangers are not shown as present', async () => {
    const eva = person('eva');
    const live = await Live.connect(eva);
    await sleep(1_500);
    assert.deepEqual([seen(eva, 'online'), await listed(eva)], [0, false]);
    await live.leave();
  });

  it('a new member is present without connecting anew, a former one no longer', async () => {
    const fia = person('fia');
    await anna.dismiss(org.id, fia);
    const live = await Live.connect(fia);
    await sleep(1_000);
    assert.equal(seen(fia, 'online'), 0);
    await anna.relate(org.id, fia, 'MEMBER');
    await until('Fia online', () => seen(fia, 'online') === 1);
    await anna.dismiss(org.id, fia);
    await until('Fia offline', () => seen(fia, 'offline') === 1);
    await live.leave();
  });

  it('over twenty changes within a second make one frame', async () => {
    const before = frames.length;
    const lives = await Promise.all(crowd.map((name) => Live.connect(person(name))));
    const all = () => crowd.every((name) => seen(person(name), 'online') === 1);
    await until('all to be online', all);
    await Promise.all(lives.map((live) => live.leave()));
    await until('all to be offline', () =>
      crowd.every((name) => seen(person(name), 'offline') === 1),
    );
    const batches = frames.slice(before).filter((frame) => frame.type === 'PRESENCE_BATCH');
    assert.ok(batches.length >= 1, 'no batch');
    // Nobody is told twice, however it was packed.
    assert.ok(
      crowd.every(
        (name) => seen(person(name), 'online') === 1 && seen(person(name), 'offline') === 1,
      ),
    );
  });
});
