/** The live half of the notice board, by a real STOMP client: told to who may read it, as long as they may. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Feed, Live } from '../../live/harness/live.ts';
import type { Person } from '../../live/harness/person.ts';
import { Server } from '../../live/harness/server.ts';
import { until } from '../../live/harness/wait.ts';
import { foldList } from '../../src/area/lists.ts';
import { itemsOf, type Pages } from '../../src/area/pages.ts';
import { noticesOf } from './area.ts';
import type { Notice, NoticeEvent } from './types.ts';

const SEED = Number(process.env.KALENDER_SEED ?? 7);

/** xorshift32: the same seed, the same acts. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

describe('a notice board', { concurrency: true }, () => {
  let server: Server;
  let people: Record<string, Person>;
  const person = (name: string): Person => {
    const found = people[name];
    if (!found) throw new Error(name);
    return found;
  };

  before(async () => {
    [server, people] = await Server.with(['anna', 'bo', 'cia', 'dan', 'eva']);
  });
  after(() => server.dispose());

  const path = (entity: number) => `/api/v1/entities/${entity}/notices`;
  const topic = (entity: number) => `/topic/entity/${entity}/notices`;
  const listen = async (name: string, entity: number): Promise<[Live, Feed]> => {
    const live = await Live.connect(person(name));
    return [live, await live.subscribe(topic(entity))];
  };
  const page = (name: string, entity: number) =>
    person(name).call<Pages<Notice>['pages'][number]>('GET', `${path(entity)}?limit=100`);
  const draft = (title: string) => ({ title, text: 'Ta med kratta.' });
  const post = (name: string, entity: number, title: string) =>
    person(name).call<{ data: Notice }>('POST', path(entity), draft(title));

  it('is told to nobody who may not read it, and no longer than they may', async () => {
    const org = await person('anna').found('Föreningen');
    await person('anna').relate(org.id, person('bo'), 'MEMBER');
    await person('cia').follow(org.id);
    const [bo, heard] = await listen('bo', org.id);
    for (const name of ['cia', 'dan']) {
      const [stranger, feed] = await listen(name, org.id);
      await until(`${name} to be refused`, () => feed.denied || undefined);
      await stranger.leave();
    }
    const posted = await post('anna', org.id, 'Städdag');
    const told = (await heard.take('NOTICE_CREATED')) as unknown as { notice: Notice };
    assert.deepEqual(
      { ...told.notice, abilities: posted.data.abilities },
      posted.data,
      'all but what one may do oneself',
    );
    await person('anna').call('DELETE', `/api/v1/entities/${org.id}/relations/${person('bo').id}`);
    await until('bo to be out', () => heard.denied || undefined);
    await post('anna', org.id, 'Efteråt');
    assert.equal(heard.types(), 'NOTICE_CREATED ACCESS_DENIED');
    await bo.leave();
  });

  it('folds to what a fresh look shows', async () => {
    const org = await person('anna').found('Klubben');
    for (const name of ['bo', 'eva'])
      await person('anna').relate(org.id, person(name), 'ADMINISTRATOR');
    const [live, feed] = await listen('bo', org.id);
    const list = noticesOf(org.id);
    let held: Pages<Notice> = { pages: [await page('bo', org.id)], pageParams: [0] };
    const next = dice(SEED);
    const known: number[] = [];
    const act = async (name: string, n: number) => {
      const at = `${path(org.id)}/${known[next(known.length || 1)]}`;
      const what = next(6);
      if (what < 3 || known.length === 0) {
        known.push((await post(name, org.id, `Anslag ${n}`)).data.id);
      } else if (what < 5) {
        await person(name).call('PUT', at, draft(`Ändrat ${n}`));
      } else {
        await person(name).call('DELETE', at);
      }
    };
    const names = ['anna', 'bo', 'eva'];
    // What is gone, or changed by another meanwhile, is refused: that is part of life.
    for (let n = 0; n < 20; n++)
      await Promise.allSettled(names.map((name, k) => act(name, n * names.length + k)));
    await post('anna', org.id, 'Sist');
    await feed.take(
      (event) => (event as unknown as NoticeEvent & { notice?: Notice }).notice?.title === 'Sist',
    );
    const fold = foldList(list);
    for (const event of feed.all) held = fold(held, event as unknown as NoticeEvent);
    const bare = ({ abilities: _, ...notice }: Notice) => notice;
    const fresh = await page('bo', org.id);
    assert.deepEqual(itemsOf(held).map(bare), fresh.content.map(bare), `seed ${SEED}`);
    await live.leave();
  });
});
