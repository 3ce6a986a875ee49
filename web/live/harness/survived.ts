/** What has to hold after any fault. */

import assert from 'node:assert/strict';
import type { Cluster } from './cluster.ts';
import { Live } from './live.ts';
import { Reader } from './reader.ts';
import type { Server } from './server.ts';
import { Talk } from './talk.ts';
import { until } from './wait.ts';

let rooms = 0;

/** Steady talk in a public and a private channel on both nodes while `fault` happens; then everything is held against the
 * history. Readers on both nodes stay, or come back by themselves as clients do. */
export async function survived(
  cluster: Cluster<'anna' | 'bo' | 'cia' | 'dan' | 'eva'>,
  org: { ws: number },
  fault: (talk: Talk) => Promise<void>,
) {
  const { a, b, people } = cluster;
  const on = (name: keyof typeof people, node: Server) => people[name].at(node);
  const anna = on('anna', a);
  const open = await anna.open(org.ws, { name: `torget-${++rooms}` });
  const closed = await anna.open(org.ws, { name: `rummet-${rooms}`, channelType: 'PRIVATE' });
  for (const name of ['bo', 'cia'] as const) await anna.admit(closed.id, people[name]);
  const readers = await Promise.all(
    [
      new Reader(on('cia', a), closed.id, [a, b]),
      new Reader(on('cia', b), closed.id, [b, a]),
      new Reader(on('dan', a), open.id, [a, b]),
      new Reader(on('dan', b), open.id, [b, a]),
    ].map((reader) => reader.begin()),
  );
  // Dan and Eva are no members of the private channel: what reaches them through the workspace is watched.
  const strangers = await Promise.all(
    [on('dan', a), on('eva', b)].map(async (person) => {
      const live = await Live.connect(person);
      return { live, feed: await live.workspace(org.ws) };
    }),
  );
  const talk = new Talk([
    { who: on('anna', a), nodes: [a, b], channel: open.id },
    { who: on('bo', b), nodes: [b, a], channel: open.id },
    { who: on('anna', b), nodes: [b, a], channel: closed.id },
    { who: on('bo', a), nodes: [a, b], channel: closed.id },
  ]);
  try {
    talk.begin();
    await talk.more(40);
    await fault(talk);
    await cluster.whole(30_000);
    await talk.more(40);
    await talk.end();
    for (const channel of [open.id, closed.id]) {
      const history = await anna.history(channel);
      const elsewhere = await on('anna', b).history(channel);
      assert.deepEqual(
        elsewhere.map((message) => message.id),
        history.map((message) => message.id),
      );
      const marks = history.map((message) => message.clientMessageId ?? '');
      assert.equal(new Set(marks).size, marks.length, 'something is there twice');
      for (const [mark, id] of talk.of(channel))
        assert.equal(history.find((m) => m.clientMessageId === mark)?.id, id, `${mark} is lost`);
      for (const reader of readers.filter((reader) => reader.channel === channel)) {
        const missing = () => history.filter((message) => !reader.seen.has(message.id));
        await until(`${reader.name} to have seen everything`, () => missing().length === 0).catch(
          (error) => {
            const first = missing().map((message) => `${message.id} ${message.created}`);
            throw new Error(`${error.message}; missing ${first.length}: ${first.slice(0, 3)}`);
          },
        );
      }
    }
    for (const { feed } of strangers) {
      assert.ok(feed.all.length > 0, 'nothing reached the workspace');
      assert.deepEqual(
        feed.all.filter((event) => event.channelId === closed.id),
        [],
      );
    }
  } finally {
    await Promise.all([talk.end(), ...readers.map((reader) => reader.leave())]);
    for (const { live } of strangers) await live.leave();
  }
}
