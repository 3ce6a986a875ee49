/** Reminders of events on two nodes that are killed while they are due: each person is told of each event once. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster, twoOn } from '../harness/cluster.ts';
import type { Person } from '../harness/person.ts';
import { PushService } from '../harness/pushService.ts';
import { inLanes } from '../harness/stubborn.ts';
import { until } from '../harness/wait.ts';

const crowd = ['bo', 'cia', 'dan', 'eva', 'fia'] as const;
const names = ['anna', ...crowd] as const;
const EVENTS = 12;
/** From when on the first begins, and how long after it each other one (ms). */
const BEGINS = 45_000;
const APART = 1_000;
/** The shards of a node that is gone are free when its lease is over. */
const PATIENCE = 180_000;

interface Entry {
  type: string;
  title: string;
}
const never = {
  reminderAtStart: false,
  reminder5Min: false,
  reminder15Min: false,
  reminder30Min: false,
  reminder1Hour: false,
  reminder2Hours: false,
  reminder1Day: false,
  reminder1Week: false,
};

describe('reminders on two nodes that are killed', { timeout: 600_000 }, () => {
  let service: PushService;
  let cluster: Cluster<(typeof names)[number]>;

  before(async () => {
    service = await PushService.begin();
    cluster = await Cluster.with(names, { ...twoOn, KALENDER_PUSH_HOSTS: service.url });
  });
  after(async () => {
    await cluster?.dispose();
    service?.close();
  });

  async function reminded(person: Person): Promise<string[]> {
    const { content } = await person.call<{ content: Entry[] }>(
      'GET',
      '/api/v1/notifications?limit=50',
    );
    return content.filter(({ type }) => type === 'EVENT_REMINDER').map(({ title }) => title);
  }

  it('everybody who comes is reminded of each once, and of what is called off not at all', async () => {
    const { a, b, people } = cluster;
    const { anna } = people;
    const coming = crowd.map((name) => people[name]);
    await inLanes(names, 3, (name) =>
      people[name].call('PUT', '/api/v1/me/reminders', { ...never, reminderAtStart: true }),
    );
    const { calendarUUID } = await anna.call<{ calendarUUID: string }>(
      'POST',
      '/api/v1/calendars',
      {
        name: 'Matcher',
        visibility: 'PUBLIC',
      },
    );
    const browser = await service.of(people.bo.at(b));
    const made: { id: number; title: string; at: number }[] = [];
    // What takes time is done before the first one's beginning is chosen.
    const draft = (title: string, at: number) => ({
      calendarUUID,
      title,
      start: new Date(at).toISOString(),
      end: new Date(at + 3_600_000).toISOString(),
    });
    for (let n = 0; n <= EVENTS; n++) {
      const [title, at] = [`Match ${n}`, Date.now() + 3_600_000];
      const { id } = await anna.call<{ id: number }>('POST', '/api/v1/event', {
        ...draft(title, at),
        enrollment: {},
      });
      await inLanes(coming, 3, (person) =>
        person.call('POST', `/api/v1/event/${id}/enrollment`, {}),
      );
      made.push({ id, title, at });
    }
    const off = made.pop();
    assert.ok(off);
    // All are moved to where they are due one after the other: what stood for the old moment tells nobody.
    const first = Date.now() + BEGINS;
    for (const [n, one] of made.entries()) {
      one.at = first + n * APART;
      await anna.call('PUT', `/api/v1/event/${one.id}`, draft(one.title, one.at));
    }
    await anna.call('PUT', `/api/v1/event/${off.id}`, {
      ...draft(off.title, first),
      eventStatus: 'CANCELLED',
    });
    assert.ok(Date.now() < first, 'the machine is too slow for these moments');

    const some = (node: typeof a, count: number) =>
      until(
        `${count} reminders`,
        async () => {
          const all = await Promise.all(coming.map((person) => reminded(person.at(node))));
          return all.flat().length >= count;
        },
        PATIENCE,
      );
    await some(b, 1);
    await a.kill();
    await some(b, 8);
    await a.start();
    await b.kill();
    await some(a, coming.length * EVENTS);
    await b.start();
    await cluster.whole();

    const titles = made.map(({ title }) => `Påminnelse: ${title}`).sort();
    for (const person of coming) {
      for (const node of [a, b]) assert.deepEqual((await reminded(person.at(node))).sort(), titles);
    }
    assert.deepEqual((await reminded(anna.at(a))).sort(), titles, 'whose calendar it is as well');
    // Pushed: one message for each entry, a repeat is the same message.
    const pushed = () =>
      new Set(
        browser.received
          .map(({ shown }) => shown.title)
          .filter((title) => title.startsWith('Påminnelse: ')),
      );
    await until('a push message for each', () => pushed().size >= EVENTS, PATIENCE);
    assert.deepEqual([...pushed()].sort(), titles);
    assert.match(a.command('check'), /holds what it should/);
  });
});
