/**
 * A board as it lies in the query cache, and how what is told of it reaches it: by an answer, by the live connection, or by the
 * question for what was missed. Pure: `foldBoard(held, changes)` then what was missed equals a fresh fetch, in whatever order, how
 * often and with how many losses the changes come (board.test.ts).
 *
 * The board's version counts its changes: `version` of what is held says that everything up to it is known. Of one card the
 * higher version of its own holds; what was removed at a version of the board does not come back by a change from before that.
 */

/** Order keys are compared by code units, never by locale. */
type Ordered = { orderKey: string; version: number };
export type CardItem = Ordered & { idTask: number; idList: number };
export type ListItem = Ordered & { idList: number };

/** What of a board the machinery needs; what else it has stays as it was fetched, or comes as `head`. */
export type BoardItem = {
  version: number;
  lists: readonly ListItem[];
  cards: readonly CardItem[];
  people: readonly { id: number }[];
};

export type ChangeOf<Board extends BoardItem> = {
  version: number;
  /** The board's version before it. */
  from: number;
  cards: Board['cards'][number][];
  removed: number[];
  lists: Board['lists'][number][];
  removedLists: number[];
  head?: Partial<Board>;
  people: Board['people'][number][];
};

/** By id, at which version of the board. */
type At = Readonly<Record<number, number>>;

/** What the machinery keeps beside the board, since it was fetched. */
type Memory = {
  /** Changes that came before those they follow, as spans of versions. */
  ahead: readonly (readonly [from: number, version: number])[];
  goneCards: At;
  goneLists: At;
  /** When cards and lists were told of last. */
  toldCards: At;
  toldLists: At;
  toldHead: number;
};
export type Held<Board extends BoardItem> = Board & { memory?: Memory };

const fresh = (version: number): Memory => ({
  ahead: [],
  goneCards: {},
  goneLists: {},
  toldCards: {},
  toldLists: {},
  toldHead: version,
});

/** Something was told that follows what has not come. */
export const isMissing = ({ memory }: Held<BoardItem>): boolean => (memory?.ahead.length ?? 0) > 0;

/** How far everything is known, and what lies ahead of that. */
function known(version: number, spans: Memory['ahead']): [number, Memory['ahead']] {
  let upTo = version;
  const ahead = [...spans].sort((a, b) => a[0] - b[0]);
  while (ahead[0] && ahead[0][0] <= upTo) {
    upTo = Math.max(upTo, ahead[0][1]);
    ahead.shift();
  }
  return [upTo, ahead];
}

type Told<Item> = {
  items: readonly Item[];
  changed: readonly Item[];
  removed: readonly number[];
  idOf: (item: Item) => number;
  told: At;
  gone: At;
  version: number;
};

/** Items of one kind after a change: those that were changed or removed, and nothing that is newer than it. */
function folded<Item extends Ordered>(change: Told<Item>) {
  const { items, changed, removed, idOf, version } = change;
  if (changed.length === 0 && removed.length === 0) return change;
  const told = { ...change.told };
  const gone = { ...change.gone };
  const byId = new Map(items.map((item) => [idOf(item), item]));
  for (const item of changed) {
    const id = idOf(item);
    if ((gone[id] ?? -1) > version) continue;
    const held = byId.get(id);
    delete gone[id];
    told[id] = Math.max(told[id] ?? 0, version);
    if (!held || held.version <= item.version) byId.set(id, item);
  }
  for (const id of removed) {
    if ((told[id] ?? 0) > version) continue;
    gone[id] = Math.max(gone[id] ?? 0, version);
    byId.delete(id);
  }
  return { ...change, items: [...byId.values()], told, gone };
}

function people<Person extends { id: number }>(held: readonly Person[], more: readonly Person[]) {
  if (more.length === 0) return held;
  return [...new Map([...held, ...more].map((one) => [one.id, one])).values()];
}

export function foldBoard<Board extends BoardItem>(
  held: Held<Board>,
  change: ChangeOf<Board>,
): Held<Board> {
  // Everything of it is known.
  if (change.version <= held.version) return held;
  const memory = held.memory ?? fresh(held.version);
  const cards = folded<CardItem>({
    items: held.cards,
    changed: change.cards,
    removed: change.removed,
    idOf: ({ idTask }) => idTask,
    told: memory.toldCards,
    gone: memory.goneCards,
    version: change.version,
  });
  const lists = folded<ListItem>({
    items: held.lists,
    changed: change.lists,
    removed: change.removedLists,
    idOf: ({ idList }) => idList,
    told: memory.toldLists,
    gone: memory.goneLists,
    version: change.version,
  });
  const isHead = change.head !== undefined && change.version > memory.toldHead;
  const [version, ahead] = known(held.version, [...memory.ahead, [change.from, change.version]]);
  return {
    ...held,
    ...(isHead && change.head),
    version,
    cards: cards.items,
    lists: lists.items,
    people: people(held.people, change.people),
    // What is known without a gap is older than nothing that still counts.
    memory:
      ahead.length === 0
        ? fresh(version)
        : {
            ahead,
            goneCards: cards.gone,
            toldCards: cards.told,
            goneLists: lists.gone,
            toldLists: lists.told,
            toldHead: isHead ? change.version : memory.toldHead,
          },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const listOrder = (a: ListItem, b: ListItem): number =>
  compare(a.orderKey, b.orderKey) || a.idList - b.idList;

/** Within a list: equal keys hide nothing. */
export const cardOrder = (a: CardItem, b: CardItem): number =>
  compare(a.orderKey, b.orderKey) || a.idTask - b.idTask;
