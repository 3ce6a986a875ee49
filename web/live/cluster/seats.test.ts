/**
 * Two hundred people and five seats, on two nodes that are killed meanwhile: never more seats are given than there are, what was
 * answered holds, and whoever waits comes in in turn.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster, twoOn } from '../harness/cluster.ts';
import type { Person } from '../harness/person.ts';
import type { Server } from '../harness/server.ts';
import { type Answered, inLanes, stubborn } from '../harness/stubborn.ts';
import { until } from '../harness/wait.ts';

const SEATS = 5;
const PEOPLE = 200;
/** Of the first in line, so many give their place up. */
const LEAVING = 40;
/** People who tap at the same time. */
const LANES = 16;
const DAY = 86_400_000;
const crowd = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);

interface Enrolled {
  idUser: number;
  status: string;
  waitlistPosition: number | null;
}
interface Enrollment {
  myEnrollmentStatus: string;
  waitlistPosition: number | null;
  taken: number;
}
type Ack = Answered<Enrollment & { code?: string }>;

describe('seats on two nodes that are killed', { timeout: 900_000 }, () => {
  let cluster: Cluster<string>;
  let people: Person[];
  let anna: Person;
  let event: string;

  before(async () => {
    cluster = await Cluster.with(['anna', ...crowd], twoOn);
    people = crowd.map((name) => cluster.people[name] as Person);
    anna = cluster.people.anna as Person;
    const { calendarUUID } = await anna.call<{ calendarUUID: string }>(
      'POST',
      '/api/v1/calendars',
      {
        name: 'Föräldramöten',
        visibility: 'PUBLIC',
      },
    );
    const { id } = await anna.call<{ id: number }>('POST', '/api/v1/event', {
      calendarUUID,
      title: 'Föräldramöte',
      start: new Date(Date.now() + 7 * DAY).toISOString(),
      end: new Date(Date.now() + 7 * DAY + 3_600_000).toISOString(),
      enrollment: { capacity: SEATS, waitlistMode: 'AUTO_CONFIRM' },
    });
    event = `/api/v1/event/${id}`;
  });
  after(() => cluster?.dispose());

  /** Everybody of a status, in its order, as a node has them. */
  async function listed(node: Server, status: string): Promise<Enrolled[]> {
    const all: Enrolled[] = [];
    for (;;) {
      const after = all.at(-1)?.idUser;
      const more = after === undefined ? '' : `&after=${after}`;
      const path = `${event}/enrollments?status=${status}&limit=100${more}`;
      const page = await anna.at(node).call<{ content: Enrolled[]; hasMore: boolean }>('GET', path);
      all.push(...page.content);
      if (!page.hasMore) return all;
    }
  }

  /** Looks at how many seats are given, on whichever node answers, for as long as something goes on. */
  async function watched(work: Promise<unknown>): Promise<number> {
    let over = false;
    const done = work.finally(() => {
      over = true;
    });
    let looks = 0;
    while (!over) {
      for (const node of [cluster.a, cluster.b]) {
        const seen = await listed(node, 'CONFIRMED').catch(() => null);
        if (seen === null) continue;
        looks += 1;
        assert.ok(seen.length <= SEATS, `${seen.length} have one of ${SEATS} seats`);
      }
    }
    await done;
    return looks;
  }

  /** Two nodes, the first for every other one. */
  const nodesOf = (n: number) => (n % 2 ? [cluster.a, cluster.b] : [cluster.b, cluster.a]);
  /** Kills a node once so many are answered, and starts it once so many more are. */
  async function killed(node: Server, count: () => number, at: number, back: number) {
    await until(`${at} answers`, () => count() >= at, 300_000);
    await node.kill();
    await until(`${back} answers`, () => count() >= back, 300_000);
    await node.start();
  }

  it('nobody gets a seat too many, each answer holds, and the queue is in order', async () => {
    const acks = new Map<number, Ack>();
    const count = () => acks.size;
    const enrol = inLanes([...people.entries()], LANES, async ([n, person]) => {
      const path = `${event}/enrollment`;
      const ack: Ack = await stubborn(person, nodesOf(n), 'POST', path, {});
      // A try that had no answer may have been carried out.
      const isSecond = ack.tries > 1 && ack.body.code === 'ALREADY_ENROLLED';
      assert.ok(ack.status === 201 || isSecond, `${person.userName}: ${ack.status}`);
      acks.set(person.id, ack);
    });
    const faults = (async () => {
      await killed(cluster.b, count, 30, 70);
      await killed(cluster.a, count, 100, 140);
    })();
    const looks = await watched(Promise.all([enrol, faults]));
    assert.ok(looks > 0, 'nobody looked');
    await cluster.whole();

    for (const node of [cluster.a, cluster.b]) {
      const [seated, queue] = [await listed(node, 'CONFIRMED'), await listed(node, 'WAITLISTED')];
      assert.equal(seated.length, SEATS);
      assert.deepEqual(
        queue.map((one) => one.waitlistPosition),
        Array.from({ length: PEOPLE - SEATS }, (_, n) => n + 1),
      );
      const place = new Map(queue.map((one) => [one.idUser, one.waitlistPosition ?? 0]));
      for (const { idUser } of seated) place.set(idUser, 0);
      assert.equal(place.size, PEOPLE, 'everybody is somewhere, once');
      for (const [id, { status, body }] of acks) {
        if (status !== 201) continue;
        const now = place.get(id);
        assert.equal(now, body.waitlistPosition ?? 0, 'what was answered holds');
        assert.ok(body.taken <= SEATS);
      }
      // Whoever had an answer before another asked stands before them.
      const line = [...acks].map(([id, ack]) => ({ ...ack, place: place.get(id) ?? 0 }));
      for (const first of line) {
        for (const second of line) {
          if (first.answered < second.asked && second.place > 0) {
            assert.ok(first.place < second.place, 'somebody was overtaken');
          }
        }
      }
    }
  });

  it('who leaves makes room for the next in turn, once', async () => {
    const seated = await listed(cluster.a, 'CONFIRMED');
    const queue = await listed(cluster.a, 'WAITLISTED');
    const line = [...seated, ...queue].map(({ idUser }) => idUser);
    const byId = new Map(people.map((person) => [person.id, person]));
    const leaving = line.slice(0, LEAVING).map((id) => byId.get(id) as Person);
    let gone = 0;
    const leave = inLanes([...leaving.entries()], LANES, async ([n, person]) => {
      const path = `${event}/enrollment`;
      const { status } = await stubborn(person, nodesOf(n), 'DELETE', path);
      assert.equal(status, 200);
      gone += 1;
    });
    const faults = (async () => {
      await killed(cluster.a, () => gone, 8, 16);
      await killed(cluster.b, () => gone, 22, 30);
    })();
    await watched(Promise.all([leave, faults]));
    await cluster.whole();
    for (const node of [cluster.a, cluster.b]) {
      const inside = (await listed(node, 'CONFIRMED')).map(({ idUser }) => idUser);
      assert.deepEqual(new Set(inside), new Set(line.slice(LEAVING, LEAVING + SEATS)));
      const waiting = (await listed(node, 'WAITLISTED')).map(({ idUser }) => idUser);
      assert.deepEqual(waiting, line.slice(LEAVING + SEATS), 'the others wait in the same order');
    }
    // Each is told of their seat once, whoever gave it.
    for (const id of line.slice(LEAVING, LEAVING + SEATS)) {
      const person = byId.get(id) as Person;
      const { content } = await person
        .at(cluster.b)
        .call<{ content: { type: string }[] }>('GET', '/api/v1/notifications?limit=30');
      assert.deepEqual(
        content.map(({ type }) => type),
        ['EVENT_CONFIRMED'],
      );
    }
    assert.match(cluster.a.command('check'), /holds what it should/);
  });
});
