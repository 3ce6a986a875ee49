/** What was acknowledged is there, once and in order, though the server was killed in the middle of it. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from './harness/live.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { LiveEvent, Message } from './harness/types.ts';
import { dice, sleep } from './harness/wait.ts';

const ROUNDS = 3;
/** Acknowledged messages that a round waits for before the kill. */
const ENOUGH = 250;
const names = ['anna', 'bo', 'cia', 'dan'] as const;

/** One sender: what it tried, and what the server said it had kept. */
interface Lane {
  key: string;
  who: Person;
  /** In the order they were tried. */
  tried: string[];
  kept: Map<string, number>;
}

describe('durability', { timeout: 150_000 }, () => {
  let server: Server;
  let people: Record<(typeof names)[number], Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(names);
    org = await people.anna.found('Verket');
    for (const name of names.slice(1)) await people.anna.relate(org.id, people[name], 'MEMBER');
  });
  after(() => server.dispose());

  const text = (key: string) => `meddelande ${key}`;

  /** One message after the other by REST until the server is gone. */
  async function byRest(lane: Lane) {
    for (let n = 0; ; n++) {
      const key = `${lane.key}-${n}`;
      lane.tried.push(key);
      const message = await lane.who
        .say(org.general, text(key), { clientMessageId: key })
        .catch(() => null);
      if (!message) return;
      lane.kept.set(key, message.id);
    }
  }

  /** Twenty at a time by STOMP, without waiting for each answer. */
  async function byStomp(lane: Lane, live: Live, replies: Feed) {
    for (let n = 0; !live.closed; n++) {
      const key = `${lane.key}-${n}`;
      lane.tried.push(key);
      try {
        live.send(`/app/chat/channel/${org.general}`, { content: text(key), clientMessageId: key });
      } catch {
        break;
      }
      while (!live.closed && lane.tried.length - replies.all.length > 20) await sleep(2);
    }
    const note = ({ success, clientMessageId, data }: LiveEvent) => {
      if (success && clientMessageId && data) lane.kept.set(clientMessageId, data.id);
    };
    replies.all.forEach(note);
  }

  for (let round = 1; round <= ROUNDS; round++) {
    it(`nothing acknowledged is lost, doubled or moved by kill -9 (round ${round})`, async () => {
      const roll = dice(round);
      const lanes: Lane[] = [];
      const lane = (key: string, who: Person) => {
        const made: Lane = { key: `${round}-${key}`, who, tried: [], kept: new Map() };
        lanes.push(made);
        return made;
      };
      const stomp = await Promise.all(
        [people.anna, people.bo].map(async (who) => {
          const live = await Live.connect(who);
          return [who, live, await live.replies()] as const;
        }),
      );
      const sending = [
        ...names.flatMap((name) =>
          [1, 2].map((n) => byRest(lane(`rest-${name}-${n}`, people[name]))),
        ),
        ...stomp.map(([who, live, replies], n) => byStomp(lane(`stomp-${n}`, who), live, replies)),
      ];
      const answers = () =>
        lanes.reduce((sum, { kept }) => sum + kept.size, 0) +
        stomp.reduce((sum, [, , replies]) => sum + replies.all.length, 0);
      while (answers() < ENOUGH) await sleep(5);
      await sleep(roll.below(50));
      await server.kill();
      await Promise.all(sending);
      await Promise.all(stomp.map(([, live]) => live.leave()));

      await server.start();
      const acknowledged = lanes.reduce((sum, { kept }) => sum + kept.size, 0);
      assert.ok(acknowledged >= ENOUGH, `${acknowledged}`);
      const before = await history();
      for (const { kept } of lanes) {
        for (const [key, id] of kept) assert.equal(before.get(key)?.[0]?.id, id, `${key} is lost`);
      }
      // Whatever had no answer is tried again, as a client does; some of it had been kept all the same.
      for (const { who, tried, kept } of lanes) {
        for (const key of tried.filter((key) => !kept.has(key))) {
          const message = await who.say(org.general, text(key), { clientMessageId: key });
          const stored = before.get(key)?.[0];
          if (stored) assert.equal(message.id, stored.id, `${key} was kept and is doubled`);
        }
      }
      const after = await history();
      for (const { tried, kept } of lanes) {
        for (const key of tried) assert.equal(after.get(key)?.length, 1, `${key} is there once`);
        const order = [...kept.values()];
        assert.deepEqual(
          order,
          [...order].sort((a, b) => a - b),
        );
      }
    });
  }

  /** Every message of the channel, by clientMessageId. */
  async function history(): Promise<Map<string, Message[]>> {
    const all = await people.anna.history(org.general);
    const ids = all.map((message) => message.id);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    );
    assert.ok(all.every((message) => message.content === text(message.clientMessageId ?? '')));
    return Map.groupBy(all, (message) => message.clientMessageId ?? '');
  }

  it('and the store is sound', async () => {
    await server.stop();
    assert.match(server.command('check'), /holds what it should/);
  });
});
