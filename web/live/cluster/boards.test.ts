/**
 * A board that twelve people move cards on, on two nodes of which one is killed: no card is lost or doubled, a full hard list never
 * grows, what two screens hold after recovery is a fresh fetch, and a repeating task that is ticked everywhere opens one next.
 */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster, twoOn } from '../harness/cluster.ts';
import { type Feed, Live } from '../harness/live.ts';
import type { Person } from '../harness/person.ts';
import type { Server } from '../harness/server.ts';
import { inLanes, stubborn } from '../harness/stubborn.ts';
import { dice, until } from '../harness/wait.ts';

const PEOPLE = 12;
const CARDS = 20;
const MOVES = 160;
/** People who move at the same time. */
const LANES = 6;
/** Most cards of 'Pågår'. */
const LIMIT = 4;
const crowd = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);

interface Card {
  idTask: number;
  idList: number;
  orderKey: string;
  version: number;
}

interface Change {
  version: number;
  from: number;
  cards: Card[];
  removed: number[];
}

interface Board extends Change {
  idBoard: number;
  lists: { idList: number; name: string; version: number }[];
}

/** What a screen holds: the highest version of each card. */
class Screen {
  readonly cards = new Map<number, Card>();
  version: number;

  constructor(board: Board) {
    this.version = board.version;
    for (const card of board.cards) this.cards.set(card.idTask, card);
  }

  apply({ version, cards, removed }: Change) {
    for (const card of cards) {
      if (card.version > (this.cards.get(card.idTask)?.version ?? 0))
        this.cards.set(card.idTask, card);
    }
    for (const id of removed) this.cards.delete(id);
    this.version = Math.max(this.version, version);
  }

  rows() {
    return [...this.cards.values()].sort((one, other) => one.idTask - other.idTask);
  }
}

describe('a board on two nodes of which one is killed', { timeout: 900_000 }, () => {
  let cluster: Cluster<string>;
  let anna: Person;
  let people: Person[];
  let board: Board;
  const random = dice(2_098);

  /** Two nodes, the first for every other one. */
  const nodesOf = (n: number) => (n % 2 ? [cluster.a, cluster.b] : [cluster.b, cluster.a]);
  const path = (rest = '') => `/api/v1/boards/${board.idBoard}${rest}`;
  const fresh = (node: Server) => anna.at(node).call<Board>('GET', path());
  const list = (name: string) => board.lists.find((one) => one.name === name)?.idList as number;

  before(async () => {
    cluster = await Cluster.with(['anna', ...crowd], twoOn);
    anna = cluster.people.anna as Person;
    people = crowd.map((name) => cluster.people[name] as Person);
    const club = await anna.found('Klubben');
    for (const person of people) await anna.relate(club.id, person, 'MEMBER');
    board = await anna.call('POST', '/api/v1/boards', { name: 'Cup', idEntity: club.id });
    for (let n = 0; n < CARDS; n++) {
      await anna.call('POST', path('/cards'), { idList: list('Att göra'), txTitle: `kort ${n}` });
    }
    const limited = {
      name: 'Pågår',
      status: 'IN_PROGRESS',
      limit: LIMIT,
      limitMode: 'hard',
      version: board.lists.find((one) => one.name === 'Pågår')?.version,
    };
    await anna.call('PUT', path(`/lists/${list('Pågår')}`), limited);
    board = await fresh(cluster.a);
  });
  after(() => cluster?.dispose());

  it('viewers on both nodes are shown to both, and leave when their connection ends', async () => {
    const [one, other] = people as [Person, Person];
    const topic = `/topic/board/${board.idBoard}`;
    const near = await Live.connect(one, { port: cluster.a.port });
    const far = await Live.connect(other, { port: cluster.b.port });
    const [here, there] = [await near.subscribe(topic), await far.subscribe(topic)];
    const names = (...expected: Person[]) => {
      const wanted = expected.map((person) => person.id).sort((a, b) => a - b);
      return (event: unknown) => {
        const { type, viewers } = event as { type: string; viewers?: { id: number }[] };
        const ids = viewers?.map(({ id }) => id).sort((a, b) => a - b);
        return type === 'BOARD_VIEWERS' && JSON.stringify(ids) === JSON.stringify(wanted);
      };
    };
    await here.take(names(one, other));
    await there.take(names(one, other));
    await far.leave();
    await here.take(names(one));
    await near.leave();
  });

  it('screens that recover hold what a fresh fetch says', async () => {
    const ids = board.cards.map((card) => card.idTask);
    const targets = ['Att göra', 'Pågår', 'Klart'].map(list);
    const screens: { screen: Screen; feed: Feed; live: Live; node: Server }[] = [];
    for (const node of [cluster.a, cluster.b]) {
      const live = await Live.connect(anna, { port: node.port });
      const feed = await live.subscribe(`/topic/board/${board.idBoard}`);
      screens.push({ screen: new Screen(await fresh(node)), feed, live, node });
    }
    let count = 0;
    const wishes = Array.from({ length: MOVES }, () => ({
      card: random.pick(ids),
      to: { idList: random.pick(targets), after: random.pick(ids) },
    }));
    const move = inLanes([...wishes.entries()], LANES, async ([n, { card, to }]) => {
      const person = people[n % PEOPLE] as Person;
      const where = path(`/cards/${card}/move`);
      const answer = await stubborn<{ code?: string }>(person, nodesOf(n), 'POST', where, to);
      assert.ok([200, 409].includes(answer.status), `${answer.status}`);
      if (answer.status === 409) assert.equal(answer.body.code, 'LIST_LIMIT');
      count += 1;
    });
    const faults = (async () => {
      await until('a quarter of the moves', () => count >= MOVES / 4, 300_000);
      await cluster.b.kill();
      await until('half of the moves', () => count >= MOVES / 2, 300_000);
      await cluster.b.start();
    })();
    await Promise.all([move, faults]);
    await cluster.whole();
    const last = await fresh(cluster.a);
    assert.deepEqual(
      last.cards.map((card) => card.idTask).sort(),
      ids.toSorted(),
      'no card lost or doubled',
    );
    const inProgress = last.cards.filter((card) => card.idList === list('Pågår'));
    assert.ok(inProgress.length <= LIMIT, `${inProgress.length} in a list of ${LIMIT}`);
    const keys = last.cards.map((card) => `${card.idList} ${card.orderKey}`);
    assert.equal(new Set(keys).size, keys.length, 'no two cards at one place');
    for (const { screen, feed, live, node } of screens) {
      // In any order and twice, as a broken line brings them.
      for (const event of [...feed.all, ...feed.all.toReversed()]) {
        const { change } = event as unknown as { change?: Change };
        if (change) screen.apply(change);
      }
      const since = await anna
        .at(node)
        .call<Change & { reset: boolean }>('GET', path(`/changes?after=${board.version}`));
      assert.equal(since.reset, false);
      screen.apply(since);
      const now = await fresh(node);
      const cards = now.cards.toSorted((one, other) => one.idTask - other.idTask);
      assert.deepEqual(screen.rows(), cards);
      await live.leave();
    }
  });

  it('a repeating card that everybody ticks opens one next', async () => {
    const weekly = {
      idList: list('Att göra'),
      txTitle: 'Vattna',
      dueDate: '2098-05-14',
      repeat: { rrule: 'FREQ=WEEKLY', from: 'SCHEDULE' },
    };
    const made = await anna.call<Change>('POST', path('/cards'), weekly);
    const id = made.cards[0]?.idTask as number;
    const tick = (n: number, status: string) =>
      stubborn(people[n] as Person, nodesOf(n), 'PUT', `/api/v1/tasks/${id}/status`, { status });
    for (let round = 0; round < 3; round++) {
      await Promise.all(people.map((_, n) => tick(n, 'DONE')));
      await Promise.all(people.map((_, n) => tick(n, 'TODO')));
    }
    await Promise.all(people.map((_, n) => tick(n, 'DONE')));
    interface Titled extends Card {
      txTitle: string;
      dueDate: string;
    }
    const now = (await fresh(cluster.b)).cards as Titled[];
    const found = now.filter((card) => card.txTitle === 'Vattna').map((card) => card.dueDate);
    assert.deepEqual(found.sort(), ['2098-05-14', '2098-05-21']);
    assert.match(cluster.a.command('check'), /holds what it should/);
  });
});
