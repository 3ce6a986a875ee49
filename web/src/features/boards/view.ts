/** A board as it is seen: its lists with their cards in order, with what one has moved oneself and not been answered yet. Pure. */
import { cardOrder, listOrder } from '@/area/board.ts';
import type { Board, BoardList, Card, Move, Place, RowChange } from './types.ts';

export type Column = { list: BoardList; cards: readonly Card[] };

const isSame = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((one, at) => one === b[at]);

/** Lists in order, each with its cards. What has not changed since `before` is the same object: it is not drawn anew. */
export function columnsOf(
  { lists, cards }: Pick<Board, 'lists' | 'cards'>,
  before: readonly Column[] = [],
): readonly Column[] {
  const byList = new Map<number, Card[]>(lists.map(({ idList }) => [idList, []]));
  for (const card of cards) byList.get(card.idList)?.push(card);
  const columns = [...lists].sort(listOrder).map((list): Column => {
    const sorted = (byList.get(list.idList) ?? []).sort(cardOrder);
    const known = before.find((one) => one.list.idList === list.idList);
    if (!known || !isSame(known.cards, sorted)) return { list, cards: sorted };
    return known.list === list ? known : { list, cards: known.cards };
  });
  return isSame(columns, before) ? before : columns;
}

/** Where in a list that place is: after the one before it, else before the one after it, else last. */
function indexOf(cards: readonly Card[], { after, before }: Place): number {
  const first = cards.findIndex(({ idTask }) => idTask === after);
  if (after !== undefined && first >= 0) return first + 1;
  const next = cards.findIndex(({ idTask }) => idTask === before);
  return before !== undefined && next >= 0 ? next : cards.length;
}

export const columnOf = (columns: readonly Column[], idTask: number): Column | undefined =>
  columns.find(({ cards }) => cards.some((one) => one.idTask === idTask));

const sameLabel = (one: string, other: string) =>
  one.toLocaleLowerCase('sv') === other.toLocaleLowerCase('sv');

/** A card in another row of the board: the same one where nothing of it changes. */
export function inRow(card: Card, { assign, unassign, label, unlabel }: RowChange): Card {
  const assignees = card.assignees.filter((one) => one !== unassign);
  if (assign !== undefined && !assignees.includes(assign)) assignees.push(assign);
  const labels = card.labels.filter((one) => unlabel === undefined || !sameLabel(one, unlabel));
  if (label !== undefined && !labels.some((one) => sameLabel(one, label))) labels.push(label);
  return isSame(assignees, card.assignees) && isSame(labels, card.labels)
    ? card
    : { ...card, assignees, labels };
}

/** As it will be once the server has done it. */
export function moved(columns: readonly Column[], move: Omit<Move, 'clientMoveId'>) {
  const card = columnOf(columns, move.idTask)?.cards.find(({ idTask }) => idTask === move.idTask);
  if (!card || !columns.some(({ list }) => list.idList === move.idList)) return columns;
  return columns.map((column): Column => {
    const isTarget = column.list.idList === move.idList;
    if (!isTarget && !column.cards.includes(card)) return column;
    const others = column.cards.filter((one) => one !== card);
    if (!isTarget) return { ...column, cards: others };
    const at = indexOf(others, move);
    return { ...column, cards: [...others.slice(0, at), inRow(card, move), ...others.slice(at)] };
  });
}

/** Beside which card, of those that are shown; 'here': where it stands in its list. */
export type Near = { over: number; side: 'before' | 'after' } | 'first' | 'last' | 'here';

function indexAt(all: readonly Card[], others: readonly Card[], idTask: number, near: Near) {
  if (near === 'first') return 0;
  if (near === 'last') return others.length;
  if (near === 'here') return all.findIndex((one) => one.idTask === idTask);
  return indexOf(others, near.side === 'before' ? { before: near.over } : { after: near.over });
}

/** Where a card goes as the server is told: both neighbours, of all cards of the list. */
export function placeFor(column: Column, idTask: number, near: Near): Place {
  const others = column.cards.filter((one) => one.idTask !== idTask);
  const at = indexAt(column.cards, others, idTask, near);
  const [after, before] = [others[at - 1], others[at]];
  return {
    ...(after && { after: after.idTask }),
    ...(before && { before: before.idTask }),
  };
}

/** Where a card stands now, to be put back there. */
export function placeOf(columns: readonly Column[], idTask: number) {
  const column = columnOf(columns, idTask);
  if (!column) return null;
  const at = column.cards.findIndex((one) => one.idTask === idTask);
  const [after, before] = [column.cards[at - 1], column.cards[at + 1]];
  return {
    idTask,
    idList: column.list.idList,
    ...(after && { after: after.idTask }),
    ...(before && { before: before.idTask }),
  };
}

export const STEPS = ['up', 'down', 'first', 'last', 'left', 'right'] as const;
export type Step = (typeof STEPS)[number];

/** Where a step leads, of what is shown; null: it is there already. */
export function stepFrom(
  shown: readonly Column[],
  idTask: number,
  step: Step,
): { idList: number; near: Near } | null {
  const column = columnOf(shown, idTask);
  if (!column) return null;
  const { cards, list } = column;
  const at = cards.findIndex((one) => one.idTask === idTask);
  const last = cards.length - 1;
  const beside = (to: number, side: 'before' | 'after'): { idList: number; near: Near } | null => {
    const over = cards[to];
    return over ? { idList: list.idList, near: { over: over.idTask, side } } : null;
  };
  if (step === 'up') return beside(at - 1, 'before');
  if (step === 'down') return beside(at + 1, 'after');
  if (step === 'first') return at === 0 ? null : beside(0, 'before');
  if (step === 'last') return at === last ? null : beside(last, 'after');
  const next = shown[shown.indexOf(column) + (step === 'left' ? -1 : 1)];
  if (!next) return null;
  const over = next.cards[at];
  return {
    idList: next.list.idList,
    near: over ? { over: over.idTask, side: 'before' } : 'last',
  };
}

/** How full a list is: nothing is said without a limit. */
export const isOver = ({ limit }: BoardList, count: number): boolean => limit > 0 && count > limit;
export const isFull = ({ limit }: BoardList, count: number): boolean => limit > 0 && count >= limit;

/** Neighbours of a list that goes one place to the left or right; null: there is none. */
export function listStep(
  columns: readonly Column[],
  idList: number,
  by: -1 | 1,
): Pick<Place, 'after' | 'before'> | null {
  const at = columns.findIndex(({ list }) => list.idList === idList);
  const over = columns[at + by]?.list.idList;
  if (at < 0 || over === undefined) return null;
  return by < 0 ? { before: over } : { after: over };
}
