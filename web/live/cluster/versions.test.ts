/** What is shown equals what is stored: twenty clients on two nodes, random sends, replies, edits, deletes and reactions to the
 * same few messages, cut connections, Redis killed in the middle. Afterwards what every client has put together equals a fresh
 * look, in every field, at the millisecond. KALENDER_SEEDS says how many times, each with another seed; KALENDER_SEED names one. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../harness/cluster.ts';
import { type Person, Refused } from '../harness/person.ts';
import { dice, sleep, until } from '../harness/wait.ts';
import { look, type Shown, Watcher } from '../harness/watcher.ts';

const names = ['anna', 'bo', 'cia', 'dan', 'eva', 'filip', 'gun', 'hans', 'ida', 'jan'] as const;
type Name = (typeof names)[number];

const one = Number(process.env.KALENDER_SEED ?? 0);
const seeds =
  one > 0
    ? [one]
    : Array.from({ length: Number(process.env.KALENDER_SEEDS ?? 2) }, (_, n) => n + 1);

const EMOJI = ['👍', '🎉', '❤️'];

/** What must not be: a 5xx but for an overloaded or unanswered store, or anything that the rules do not foresee. */
const EXPECTED = new Set([
  'DELETED',
  'NOT_AUTHOR',
  'BUSY',
  'STORE_UNAVAILABLE',
  'NOT_FOUND',
  'PARENT',
  'INVALID',
]);

describe('versions', { timeout: 2_400_000 }, () => {
  let cluster: Cluster<Name>;
  let org: { id: number; ws: number; general: number };

  before(async () => {
    cluster = await Cluster.with(names);
    org = await cluster.people.anna.found('Lagen');
    for (const name of names.slice(1))
      await cluster.people.anna.relate(org.id, cluster.people[name], 'MEMBER');
  });
  after(() => cluster.dispose());

  for (const seed of seeds)
    it(`what every client holds is what a fresh look shows (seed ${seed})`, async () => {
      const { a, b, people, redis } = cluster;
      const nodes = [a, b];
      const room = await people.anna.open(org.ws, { name: `lag-${seed}-${process.pid}` });
      const watchers = await Promise.all(
        names.flatMap((name) =>
          [0, 1].map((first) => new Watcher(people[name], room.id, nodes, first).begin()),
        ),
      );
      // All on the same few messages: that is where two nodes meet.
      const known: { id: number; top: boolean; author: number }[] = [];
      let over = false;
      let count = 0;
      const write = async (who: Person, own: number) => {
        const roll = rolling(own);
        const at = () => who.at(nodes[Math.floor(roll() * 2)] ?? a);
        const some = <T>(list: readonly T[]) => list[Math.floor(roll() * list.length)];
        while (!over) {
          const act = roll();
          const recent = known.slice(-6);
          const target = some(recent);
          const top = some(recent.filter((message) => message.top));
          const mine = some(recent.filter((message) => message.author === who.id));
          try {
            if (act < 0.15 || !target) {
              const { id } = await at().say(room.id, `rad ${count}`);
              known.push({ id, top: true, author: who.id });
            } else if (act < 0.35 && top) {
              const { id } = await at().say(room.id, `svar ${count}`, { parentMessageId: top.id });
              known.push({ id, top: false, author: who.id });
            } else if (act < 0.6 && mine) {
              await Promise.all([
                who.at(a).edit(mine.id, `ändrad ${count} vid A`),
                who.at(b).edit(mine.id, `ändrad ${count} vid B`),
              ]);
            } else if (act < 0.65 && mine) await at().erase(mine.id);
            else await at().react(target.id, some(EMOJI) ?? '👍', roll() < 0.6);
            count += 1;
          } catch (error) {
            if (!(error instanceof Refused && EXPECTED.has(error.code))) throw error;
          }
          await sleep(20 + roll() * 60);
        }
      };
      const roll = rolling(seed);
      const writing = Promise.all(names.map((name, n) => write(people[name], seed * 100 + n)));
      const more = async (few: number) => {
        const enough = count + few;
        await Promise.race([writing, until(`${few} more changes`, () => count >= enough, 90_000)]);
      };
      const cut = () => watchers[Math.floor(roll() * watchers.length)]?.cut();
      await more(60);
      for (let n = 0; n < 6; n++) {
        cut();
        await more(10);
      }
      await redis.kill();
      await more(60);
      cut();
      await Promise.all([cluster.alone(a), cluster.alone(b)]);
      await more(30);
      await redis.start();
      await more(40);
      for (let n = 0; n < 6; n++) {
        cut();
        await more(10);
      }
      over = true;
      await writing;
      await cluster.whole();

      for (const watcher of watchers) {
        let fresh = new Map<number, Shown>();
        await until(
          `${watcher.who.userName} to hold what is stored`,
          async () => {
            fresh = await look(watcher.who, room.id);
            return JSON.stringify(sorted(watcher.shows())) === JSON.stringify(sorted(fresh));
          },
          30_000,
        ).catch(() => assert.deepEqual(sorted(watcher.shows()), sorted(fresh)));
      }
      assert.ok(known.length > 30, 'messages were written');
      await Promise.all(watchers.map((watcher) => watcher.leave()));
    });
});

const sorted = (map: Map<number, Shown>) => [...map].sort(([one], [other]) => one - other);

const rolling = (seed: number) => {
  const { below } = dice(seed);
  return () => below(1_000_000) / 1_000_000;
};
