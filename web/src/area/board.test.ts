/** The law of a board: whatever comes, in whatever order, then what was missed, is what a fresh fetch says (contract 9.2). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeOf, cardOrder, foldBoard, type Held, isMissing, listOrder } from './board.ts';

type Card = { idTask: number; idList: number; orderKey: string; version: number; text: number };
type List = { idList: number; orderKey: string; version: number; name: number };
type Board = {
  name: string;
  version: number;
  lists: List[];
  cards: Card[];
  people: { id: number }[];
};
type Change = ChangeOf<Board>;

/** What the server does: the truth, a log of what it has told, and what somebody asks who missed something. */
class Server {
  version = 1;
  name = 'a';
  lists = new Map<number, List>();
  cards = new Map<number, Card>();
  readonly binned = new Map<number, Card>();
  readonly log: Change[] = [];
  private next = 1;

  constructor() {
    for (const key of ['b', 'm', 't']) this.list(key);
    for (const key of ['d', 'k', 'p']) this.card(1, key);
  }

  private tell(change: Partial<Change>) {
    const from = this.version;
    this.version += 1;
    this.log.push(
      structuredClone({
        version: this.version,
        from,
        cards: [],
        removed: [],
        lists: [],
        removedLists: [],
        people: [],
        ...change,
      }),
    );
  }

  list(orderKey: string) {
    const list = { idList: this.next++, orderKey, version: 1, name: 0 };
    this.lists.set(list.idList, list);
    this.tell({ lists: [list] });
  }

  card(idList: number, orderKey: string) {
    if (!this.lists.has(idList)) return;
    const card = { idTask: this.next++, idList, orderKey, version: 1, text: 0 };
    this.cards.set(card.idTask, card);
    this.tell({ cards: [card], people: [{ id: card.idTask }] });
  }

  change(cards: Card[]) {
    for (const card of cards) {
      card.version += 1;
      this.cards.set(card.idTask, card);
    }
    if (cards.length > 0) this.tell({ cards });
  }

  remove(card: Card) {
    this.cards.delete(card.idTask);
    this.binned.set(card.idTask, card);
    this.tell({ removed: [card.idTask] });
  }

  restore(card: Card) {
    if (!this.lists.has(card.idList)) return;
    this.binned.delete(card.idTask);
    this.change([card]);
  }

  changeList(list: List) {
    list.version += 1;
    this.tell({ lists: [list] });
  }

  removeList(list: List) {
    if ([...this.cards.values()].some(({ idList }) => idList === list.idList)) return;
    this.lists.delete(list.idList);
    this.tell({ removedLists: [list.idList] });
  }

  rename(name: string) {
    this.name = name;
    this.tell({ head: { name } });
  }

  board(): Board {
    return structuredClone({
      name: this.name,
      version: this.version,
      lists: [...this.lists.values()],
      cards: [...this.cards.values()],
      people: [],
    });
  }

  /** GET …/changes?after=: what has changed since, as it is now. */
  after(version: number): Change {
    const since = this.log.filter((one) => one.version > version);
    const cards = new Set(
      since.flatMap((one) => [...one.cards.map(({ idTask }) => idTask), ...one.removed]),
    );
    const lists = new Set(
      since.flatMap((one) => [...one.lists.map(({ idList }) => idList), ...one.removedLists]),
    );
    const has = <T>(ids: Set<number>, held: Map<number, T>) =>
      [...ids].flatMap((id) => held.get(id) ?? []);
    return structuredClone({
      version: this.version,
      from: version,
      cards: has(cards, this.cards),
      removed: [...cards].filter((id) => !this.cards.has(id)),
      lists: has(lists, this.lists),
      removedLists: [...lists].filter((id) => !this.lists.has(id)),
      ...(since.some(({ head }) => head) && { head: { name: this.name } }),
      people: [],
    });
  }
}

type Step = { act: string; a: number; b: number; key: string };
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'move',
    'move',
    'move',
    'edit',
    'create',
    'remove',
    'restore',
    'bulk',
    'list',
    'changeList',
    'removeList',
    'rename',
  ),
  a: fc.nat(20),
  b: fc.nat(20),
  key: fc.string({ unit: fc.constantFrom('a', 'Z', 'å', '5'), minLength: 1, maxLength: 3 }),
});

function play(server: Server, { act, a, b, key }: Step) {
  const pick = <T>(held: Map<number, T>, n: number) => [...held.values()][n % (held.size || 1)];
  const card = pick(server.cards, a);
  const list = pick(server.lists, b);
  if (act === 'list') return server.list(key);
  if (act === 'rename') return server.rename(key);
  const binned = pick(server.binned, a);
  if (act === 'restore') return binned && server.restore(binned);
  if (!list) return;
  if (act === 'create') return server.card(list.idList, key);
  if (act === 'changeList') {
    list.orderKey = key;
    list.name += 1;
    return server.changeList(list);
  }
  if (act === 'removeList') return server.removeList(list);
  if (!card) return;
  if (act === 'remove') return server.remove(card);
  if (act === 'edit') {
    card.text += 1;
    return server.change([card]);
  }
  const all = act === 'bulk' ? [...server.cards.values()].slice(0, 3) : [card];
  for (const one of all) Object.assign(one, { idList: list.idList, orderKey: key });
  server.change(all);
}

/** What is seen: cards by list and order. */
const seen = ({ name, lists, cards, version }: Held<Board>) => ({
  name,
  version,
  lists: [...lists].sort(listOrder),
  cards: [...cards].sort((a, b) => a.idList - b.idList || cardOrder(a, b)),
});

const steps = fc.array(step, { maxLength: 30 });
const fold = (held: Held<Board>, change: Change) => foldBoard(held, structuredClone(change));

describe('a board', () => {
  it('in any order, with losses and repetitions, is a fresh fetch', () => {
    fc.assert(
      fc.property(steps, steps, fc.gen(), (before, after, gen) => {
        const server = new Server();
        for (const one of before) play(server, one);
        const clients: Held<Board>[] = [server.board(), server.board(), server.board()];
        for (const one of after) play(server, one);
        const fetched = seen(server.board());
        for (const client of clients) {
          // Any of them, in any order, some twice.
          const some = gen(fc.shuffledSubarray, [...server.log, ...server.log]);
          const held = some.reduce(fold, client);
          const whole = fold(held, server.after(held.version));
          expect(isMissing(whole)).toBe(false);
          expect(seen(whole)).toEqual(fetched);
          // What comes late changes nothing more.
          const late = gen(fc.shuffledSubarray, [...server.log]);
          expect(seen(late.reduce(fold, whole))).toEqual(fetched);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('that has heard everything in any order asks for nothing', () => {
    fc.assert(
      fc.property(steps, fc.gen(), (played, gen) => {
        const server = new Server();
        const client = server.board();
        for (const one of played) play(server, one);
        const all = gen(fc.shuffledSubarray, [...server.log], { minLength: server.log.length });
        const held = all.reduce(fold, client as Held<Board>);
        expect(isMissing(held)).toBe(false);
        expect(seen(held)).toEqual(seen(server.board()));
      }),
      { numRuns: 500 },
    );
  });

  it('two who follow it while it changes end with the same', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(3)), { maxLength: 40 }), (played) => {
        const server = new Server();
        let [one, two]: Held<Board>[] = [server.board(), server.board()] as const;
        const waiting: Change[] = [];
        for (const [next, who] of played) {
          const from = server.log.length;
          play(server, next);
          for (const change of server.log.slice(from)) {
            // The first hears it at once or never, the second later.
            if (who !== 0) one = fold(one as Held<Board>, change);
            waiting.unshift(change);
            if (who === 2 || who === 3) two = waiting.splice(0).reduce(fold, two as Held<Board>);
          }
          if (isMissing(one as Held<Board>)) {
            one = fold(one as Held<Board>, server.after((one as Held<Board>).version));
          }
        }
        const recovered = [one, two].map((held) => {
          const client = held as Held<Board>;
          return seen(fold(client, server.after(client.version)));
        });
        expect(recovered[0]).toEqual(seen(server.board()));
        expect(recovered[1]).toEqual(recovered[0]);
      }),
      { numRuns: 300 },
    );
  });

  it('equal order keys hide no card', () => {
    const at = (idTask: number) => ({ idTask, idList: 1, orderKey: 'a', version: 1 });
    expect([at(2), at(3), at(1)].sort(cardOrder).map(({ idTask }) => idTask)).toEqual([1, 2, 3]);
  });
});
