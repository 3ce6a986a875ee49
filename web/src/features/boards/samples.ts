/** A board, and what answers for the server, on the morning on which tests look at it. */
import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { createElement } from 'react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { cardOrder } from '@/area/board.ts';
import { realtime } from '@/realtime/connection.ts';
import type { Listener } from '@/realtime/registry.ts';
import { draw } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import BoardPage from './BoardPage.tsx';
import BoardsPage from './BoardsPage.tsx';
import type { Board, BoardChange, BoardList, Card, Person } from './types.ts';

/** Wednesday 25 November, ten in Sweden. */
export const NOW = Date.parse('2026-11-25T09:00:00.000Z');

/** Before and after each test: Anna, signed in. */
export function signedInBefore() {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    signIn();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    notifications.clean();
    localStorage.clear();
    signOut();
  });
}

export const person = (id: number, displayName: string): Person => ({
  id,
  displayName,
  slug: `p${id}`,
  username: `p${id}`,
  avatar: null,
});
export const anna = person(7, 'Anna Ek');
export const bo = person(8, 'Bo Alm');

export const list = (idList: number, name: string, more: Partial<BoardList> = {}): BoardList => ({
  idList,
  name,
  type: 'active',
  status: null,
  limit: 0,
  limitMode: 'soft',
  orderKey: `k${idList}`,
  version: 1,
  ...more,
});

export const card = (
  idTask: number,
  idList: number,
  txTitle: string,
  more: Partial<Card> = {},
): Card => ({
  idTask,
  idList,
  orderKey: `k${String(idTask).padStart(5, '0')}`,
  version: 1,
  txTitle,
  status: 'TODO',
  priority: 0,
  labels: [],
  dueDate: null,
  dueAt: null,
  timeZone: null,
  startDate: null,
  assignees: [],
  checklist: { total: 0, done: 0 },
  idParent: null,
  hasDescription: false,
  created: NOW - 86_400_000,
  changed: NOW - 86_400_000,
  completed: null,
  ...more,
});

export const LISTS = [
  list(1, 'Att göra', { status: 'TODO' }),
  list(2, 'Pågår', { status: 'IN_PROGRESS' }),
  list(3, 'Klart', { status: 'DONE', type: 'closed' }),
];

export const boardWith = (cards: Card[], more: Partial<Board> = {}): Board => ({
  idBoard: 4,
  name: 'Flytten',
  txDescription: '',
  idEntity: null,
  entityName: null,
  entitySlug: null,
  createdBy: anna,
  version: 10,
  settingsVersion: 3,
  role: 'owner',
  entityRole: null,
  members: [{ user: anna, role: 'owner' }],
  archived: null,
  watching: false,
  lists: LISTS,
  cards,
  people: [anna, bo],
  ...more,
});

export const changing = (board: Board, change: Partial<BoardChange>): BoardChange => ({
  idBoard: board.idBoard,
  from: board.version,
  version: board.version + 1,
  cards: [],
  removed: [],
  lists: [],
  removedLists: [],
  people: [],
  ...change,
});

/** The server's side: its board, and what it answers to a change, which it makes. */
export type Held = { board: Board };

export function changed(held: Held, change: Partial<BoardChange>): BoardChange {
  const told = changing(held.board, change);
  const keep = <T>(
    all: readonly T[],
    now: readonly T[],
    gone: number[],
    id: (one: T) => number,
  ) => [
    ...all.filter((one) => !gone.includes(id(one)) && !now.some((next) => id(next) === id(one))),
    ...now,
  ];
  held.board = {
    ...held.board,
    version: told.version,
    cards: keep(held.board.cards, told.cards, told.removed, ({ idTask }) => idTask),
    lists: keep(held.board.lists, told.lists, told.removedLists, ({ idList }) => idList),
  };
  return told;
}

type Wish = { idList: number; after?: number; assign?: number; unassign?: number };

/** Puts a card beside another, and gives it to another, as the server does. */
export function putBeside(held: Held, idTask: number, wish: Wish) {
  const found = held.board.cards.find((one) => one.idTask === idTask);
  if (!found) return new Refusal(404, 'NOT_FOUND');
  const others = held.board.cards
    .filter((one) => one.idList === wish.idList && one !== found)
    .sort(cardOrder);
  const after = others.find((one) => one.idTask === wish.after);
  const orderKey = after ? `${after.orderKey}5` : wish.after === undefined ? '0' : 'z';
  const { idList, assign, unassign } = wish;
  const assignees = found.assignees.filter((one) => one !== unassign);
  if (assign !== undefined) assignees.push(assign);
  const version = found.version + 1;
  return changed(held, { cards: [{ ...found, idList, orderKey, assignees, version }] });
}

/** Draws the pages of boards over a server that has one board; answers what was called, and who tells of changes. */
export function at(
  path: string,
  board: Board,
  answers: (held: Held, bodyOf: () => Record<string, unknown>) => Answers = () => ({}),
) {
  const held: Held = { board };
  let heard: Listener | null = null;
  vi.spyOn(realtime, 'subscribe').mockImplementation((topic, listener) => {
    if (topic.startsWith('/topic/board/')) heard = listener as Listener;
    return () => {};
  });
  const last = () => calls.at(-1)?.body as Record<string, unknown>;
  const calls: ReturnType<typeof network> = network({
    'GET /api/v1/boards/4': () => held.board,
    'GET /api/v1/boards/4/changes': () => ({
      ...changing(held.board, { from: held.board.version }),
      version: held.board.version,
      reset: false,
    }),
    'GET /api/v1/boards': { content: [] },
    ...answers(held, last),
  });
  const view = draw(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/tavla/:idBoard', element: createElement(BoardPage) }),
      createElement(Route, { path: '/tavlor', element: createElement(BoardsPage) }),
      createElement(Route, { path: '*', element: createElement('h1', null, 'Annan sida') }),
    ),
    path,
  );
  return { ...view, calls, held, live: () => heard as unknown as Listener };
}

/** The titles of a list's cards, in order. */
export const titles = (name: string): string[] =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('link')
    .map((link) => link.textContent ?? '');
