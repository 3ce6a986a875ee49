import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type {
  BoardChange,
  BoardDraft,
  BoardSettings,
  Bulk,
  CardDraft,
  ListFields,
  Move,
} from './types.ts';
import {
  boardOf,
  changeOf,
  headOf,
  type SentBoard,
  type SentChange,
  type SentHead,
  type SentMissed,
  sentDraft,
} from './wire.ts';

const BASE = '/api/v1';
const BOARDS = `${BASE}/boards`;
const quiet = { quiet: true } as const;

/** Everything of boards lies below it. */
export const boardsKey = ['boards'] as const;

/** Whose: mine or an organisation's. */
export type BoardsOf = { user: number } | { entity: number };
export const boardListKey = [...boardsKey, 'list'] as const;
export const boardListQuery = (of: BoardsOf) =>
  queryOptions({
    queryKey: [...boardListKey, of],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ content: SentHead[] }>(BOARDS, { query: of, signal, quiet: true })
      ).content.map(headOf),
  });

const one = (idBoard: number) => `${BOARDS}/${idBoard}`;

export const boardKey = (idBoard: number) => [...boardsKey, 'one', idBoard] as const;
/** As a whole; what comes after is told live, and asked for by its version. */
export const boardQuery = (idBoard: number) =>
  queryOptions({
    queryKey: boardKey(idBoard),
    queryFn: async ({ signal }) =>
      boardOf(await api.get<SentBoard>(one(idBoard), { signal, quiet: true })),
    staleTime: Number.POSITIVE_INFINITY,
    // A change keeps what it does not concern by itself: thousands of cards are not compared each time.
    structuralSharing: false,
  });

/** null: too long ago. */
export async function missedChanges(idBoard: number, after: number): Promise<BoardChange | null> {
  const { reset, ...sent } = await api.get<SentMissed>(`${one(idBoard)}/changes`, {
    query: { after },
    quiet: true,
  });
  return reset ? null : changeOf(sent);
}

const ofChange = async (answer: Promise<SentChange>) => changeOf(await answer);
const ofBoard = async (answer: Promise<SentBoard>) => boardOf(await answer);

/** Whoever calls says what went wrong. */
export const boardCalls = {
  create: (draft: BoardDraft, idempotencyKey: string) =>
    ofBoard(api.post(BOARDS, draft, { idempotencyKey, quiet: true })),
  change: (idBoard: number, settings: BoardSettings) =>
    ofBoard(api.put(one(idBoard), settings, quiet)),
  remove: (idBoard: number) => api.delete(one(idBoard), quiet),
  archive: (idBoard: number) => api.post<unknown>(`${one(idBoard)}/archive`, undefined, quiet),
  restore: (idBoard: number) => api.post<unknown>(`${one(idBoard)}/restore`, undefined, quiet),
  watch: (idBoard: number, watching: boolean) =>
    api.put<void>(`${one(idBoard)}/watch`, { watching }, quiet),

  addList: (idBoard: number, fields: Partial<ListFields> & { name: string }, key: string) =>
    ofChange(api.post(`${one(idBoard)}/lists`, fields, { idempotencyKey: key, quiet: true })),
  changeList: (idBoard: number, idList: number, fields: ListFields) =>
    ofChange(api.put(`${one(idBoard)}/lists/${idList}`, fields, quiet)),
  /** An empty one. */
  removeList: (idBoard: number, idList: number) =>
    ofChange(api.delete(`${one(idBoard)}/lists/${idList}`, quiet)),

  addCard: (idBoard: number, idList: number, draft: CardDraft, idempotencyKey: string) =>
    ofChange(
      api.post(
        `${one(idBoard)}/cards`,
        { idList, ...sentDraft(draft) },
        { idempotencyKey, quiet: true },
      ),
    ),
  /** A task that lies on no board, at the end of a list. */
  putTask: (idBoard: number, idList: number, idTask: number, idempotencyKey: string) =>
    ofChange(
      api.post(`${one(idBoard)}/cards`, { idList, idTask }, { idempotencyKey, quiet: true }),
    ),
  /** Sent again under its `clientMoveId` it is done once. */
  move: (idBoard: number, { idTask, ...move }: Move) =>
    ofChange(
      api.post(`${one(idBoard)}/cards/${idTask}/move`, move, {
        idempotencyKey: move.clientMoveId,
        quiet: true,
      }),
    ),
  /** All or none. */
  bulk: (idBoard: number, wish: Bulk) =>
    ofChange(
      api.post(`${one(idBoard)}/cards/bulk`, wish, {
        idempotencyKey: crypto.randomUUID(),
        quiet: true,
      }),
    ),
  copy: (idBoard: number, idTask: number, idempotencyKey: string) =>
    ofChange(
      api.post(`${one(idBoard)}/cards/${idTask}/copy`, undefined, { idempotencyKey, quiet: true }),
    ),
  /** Off the board; it stays a task. */
  takeOff: (idBoard: number, idTask: number) =>
    api.delete(`${one(idBoard)}/cards/${idTask}`, quiet),
  /** For a day after it was deleted. */
  restoreCard: (idTask: number) =>
    api.post<unknown>(`${BASE}/tasks/${idTask}/restore`, undefined, quiet),
};
