/** Whoever was away comes back to what a fresh look would show: a lost frame is never a lost message. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { repeats } from './harness/engine.ts';
import { Follower, type Kept, kept } from './harness/follower.ts';
import { Line } from './harness/line.ts';
import type { Person } from './harness/person.ts';
import { Server } from './harness/server.ts';
import type { EventsPage, LiveEvent, Message } from './harness/types.ts';
import { dice, until } from './harness/wait.ts';

/** What a page of events says that lies after the cursor it was asked for with. */
const fresh = (page: EventsPage, after: number) =>
  repeats ? page.events.filter((event) => (event.cursor ?? 0) > after) : page.events;
/** Others were faster; a store of many nodes may also ask to try again. */
const refusals = new Set(repeats ? [404, 409, 503] : [404, 409]);
const STEPS = 40;
/** Give one to repeat a failure: KALENDER_SEED=123 npm run live. */
const SEED = Number(process.env.KALENDER_SEED ?? Date.now() % 1_000_000);

describe('recovery', { concurrency: 4, timeout: 600_000 }, () => {
  let server: Server;
  let people: Record<'anna' | 'bo' | 'cia' | 'dan', Person>;
  let org: Awaited<ReturnType<Person['found']>>;

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan']);
    org = await people.anna.found('Redaktionen');
    for (const name of ['bo', 'cia', 'dan'] as const)
      await people.anna.relate(org.id, people[name], 'MEMBER');
  });
  after(() => server.dispose());

  let channels = 0;
  const open = async () => (await people.anna.open(org.ws, { name: `aterkomst-${++channels}` })).id;

  /** What `person` sees of a channel now, with the threads that were ever begun under `parents`. */
  async function now(
    person: Person,
    channel: number,
    parents: Set<number>,
  ): Promise<Map<number, Kept>> {
    const seen = (await person.page(channel)).data;
    for (const parent of parents) seen.push(...(await person.thread(parent)).replies);
    return new Map(seen.map((message) => [message.id, kept(message)]));
  }

  /** One random act of somebody; what is refused (edited after it was deleted, say) is part of life. */
  async function act(roll: ReturnType<typeof dice>, channel: number, said: Message[]) {
    const { anna, bo, cia, dan } = people;
    const who = roll.pick([anna, bo, cia, dan]);
    const own = said.filter((message) => message.userId === who.id);
    const kind = roll.below(10);
    if (said.length < 3 || kind < 3)
      return void said.push(await who.say(channel, `hej @bo ${roll.below(1_000)}`));
    const any = roll.pick(said);
    if (kind === 3)
      return void said.push(await who.say(channel, 'svar', { parentMessageId: any.id }));
    if (kind < 6 && own.length > 0)
      return void (await who.edit(roll.pick(own).id, `ändrat ${roll.below(1_000)}`));
    if (kind === 6 && own.length > 2) return void (await who.erase(roll.pick(own).id));
    await who.react(any.id, roll.pick(['👍', '🎉', '❤️']), roll.below(3) > 0);
  }

  for (let seed = SEED; seed < SEED + 6; seed++) {
    it(`a client that is cut again and again ends where a fresh one begins (seed ${seed})`, async () => {
      const roll = dice(seed);
      const channel = await open();
      const line = await Line.to(server.port);
      const follower = new Follower(people.dan, channel, line);
      const said: Message[] = [];
      // A page holds no replies: who follows threads by events alone has to be there when they begin, with a cursor to come
      // back to.
      said.push(await people.anna.say(channel, 'först'));
      await follower.come();
      let coming: Promise<void> = Promise.resolve();
      let here = true;
      for (let step = 0; step < STEPS; step++) {
        if (roll.below(6) === 0) {
          await coming;
          if (here) await follower.cut();
          // Others go on while it comes back.
          else coming = follower.come();
          here = !here;
        }
        const acts = Array.from({ length: 1 + roll.below(3) }, () =>
          act(roll, channel, said).catch((refused) => assert.ok(refusals.has(refused.status))),
        );
        await Promise.all(acts);
      }
      await coming;
      if (!here) await follower.come();
      const last = await people.anna.say(channel, 'sist');
      await until('the last message', () => {
        follower.drain();
        return follower.messages.has(last.id);
      });
      assert.equal(follower.resets, 0);
      const parents = said.flatMap((message) => message.parentMessageId ?? []);
      const wanted = await now(people.dan, channel, new Set(parents));
      // One by one: a difference should be readable.
      for (const id of new Set([...wanted.keys(), ...follower.messages.keys()])) {
        assert.deepEqual(follower.messages.get(id), wanted.get(id), `seed ${seed}, message ${id}`);
      }
      await follower.leave();
      line.close();
    });
  }

  it('who only asks for what is new misses nothing, however many write at once', async () => {
    const { anna, bo, cia, dan } = people;
    const channel = await open();
    let { cursor } = await dan.page(channel);
    const seen: number[] = [];
    let writing = true;
    const poll = async () => {
      const page = await dan.events(channel, cursor, 1_000);
      assert.equal(page.reset, false);
      const cursors = page.events.map((event) => event.cursor ?? 0);
      assert.deepEqual(
        cursors,
        [...cursors].sort((a, b) => a - b),
      );
      seen.push(...page.events.map((event) => event.messageId ?? 0));
      cursor = page.cursor;
    };
    const polling = (async () => {
      while (writing) await poll();
    })();
    const writers = Promise.all(
      [anna, bo, cia].flatMap((writer) =>
        Array.from({ length: 8 }, async (_, lane) => {
          for (let n = 0; n < 20; n++)
            await writer.say(channel, `${lane}/${n}`, { clientMessageId: `${lane}/${n}` });
        }),
      ),
    );
    await writers.finally(() => {
      writing = false;
    });
    await polling;
    await poll();
    const ids = (await dan.history(channel)).map((message) => message.id);
    assert.equal(ids.length, 480);
    const missing = ids.filter((id) => !seen.includes(id));
    assert.deepEqual(missing, []);
    // Many nodes look a little behind a cursor, and clients drop what they know.
    if (!repeats) assert.deepEqual(seen, [...new Set(seen)]);
  });

  it('a gap of 1,000 events is read in pages, a larger one asks for the page anew', async () => {
    const { anna, dan } = people;
    const channel = await open();
    const first = await anna.say(channel, 'först');
    const start = (await dan.page(channel)).cursor;
    assert.ok(start >= first.id);
    const say = async (count: number) => {
      for (let n = 0; n < count; n += 50) {
        await Promise.all(
          Array.from({ length: Math.min(50, count - n) }, () => anna.say(channel, 'x')),
        );
      }
    };
    await say(1_000);
    let cursor = start;
    const events = new Set<number>();
    // Several nodes look back over more than a page before they go on.
    for (const limit of [300, 70]) {
      cursor = start;
      for (;;) {
        const page = await dan.events(channel, cursor, limit);
        assert.equal(page.reset, false);
        assert.ok(page.events.length <= limit, `${page.events.length}`);
        for (const { cursor: at } of page.events) if ((at ?? 0) > start) events.add(at ?? 0);
        cursor = page.cursor;
        if (!page.hasMore) break;
      }
      assert.equal(events.size, 1_000);
      events.clear();
    }
    // Where several nodes look back first, that may take pages as well; at the end stands the same cursor.
    const rest = async (from: number) => {
      const told: LiveEvent[] = [];
      for (let at = from; ; ) {
        const page = await dan.events(channel, at);
        assert.equal(page.reset, false);
        told.push(...fresh(page, from));
        at = page.cursor;
        if (!page.hasMore) return { told, cursor: at };
      }
    };
    assert.deepEqual(await rest(cursor), { told: [], cursor });
    await say(1);
    const reset = await dan.events(channel, start);
    assert.deepEqual([reset.reset, reset.events.length], [true, 0]);
    // From the new cursor on there is nothing to miss.
    assert.equal((await rest(reset.cursor)).told.length, 0);
    assert.equal((await rest(cursor)).told.length, 1);
  });
});
