import { useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { boardTexts, bulkTexts, cardTexts, listTexts } from '@/texts/boards.ts';
import { boardCalls, boardListKey } from './api.ts';
import type {
  Board,
  BoardChange,
  BoardList,
  Bulk,
  Card,
  ListFields,
  Move,
  RowChange,
} from './types.ts';
import type { Live, Shown } from './useBoard.ts';
import { type Column, columnOf, inRow, moved, type Near, placeFor, placeOf } from './view.ts';

/** Long enough to find the button. */
const UNDO_MS = 8_000;

/** Why something was refused, in words of boards where they say more. */
export function whyOf(error: unknown, list?: string): string {
  if (!(error instanceof ApiError)) return messageOf(error);
  if (error.code === 'LIST_NOT_EMPTY') return listTexts.notEmpty;
  if (error.code !== 'LIST_LIMIT') return messageOf(error);
  return list ? cardTexts.fullList(list) : cardTexts.full;
}

/** Why a move did not come about: the card is seen where it was. */
export function sayRefused(board: Board, move: Move, error: unknown) {
  const card = board.cards.find(({ idTask }) => idTask === move.idTask);
  const list = board.lists.find(({ idList }) => idList === move.idList);
  const isGone = !card || (error instanceof ApiError && error.status === 404);
  const why = isGone ? cardTexts.absent : whyOf(error, list?.name);
  toast({ type: 'error', message: cardTexts.notMoved(card?.txTitle ?? cardTexts.card, why) });
}

type Said = { message: string; undo?: () => void };

function say({ message, undo }: Said) {
  toast({
    type: 'success',
    message,
    ...(undo && { duration: UNDO_MS, action: { label: boardTexts.undo, run: undo } }),
  });
}

const fail = (error: unknown) => toast({ type: 'error', message: whyOf(error) });

/** What one does with a board's cards and lists: seen at once, taken back where the server refuses. */
export function useBoardActs(board: Board, columns: readonly Column[], live: Live, shown: Shown) {
  const client = useQueryClient();
  const { idBoard } = board;

  async function tell(call: Promise<BoardChange>): Promise<BoardChange | null> {
    try {
      const change = await call;
      live.tell(change);
      return change;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  const send = (move: Omit<Move, 'clientMoveId'>) =>
    shown.queue.add({ ...move, clientMoveId: crypto.randomUUID() });

  /** Cards go out of sight at once; what comes back is told by the server. */
  async function away(ids: readonly number[], call: () => Promise<BoardChange>) {
    shown.hide(ids, true);
    try {
      return await tell(call());
    } finally {
      shown.hide(ids, false);
    }
  }

  const deleteTasks = (ids: number[]) => boardCalls.bulk(idBoard, { act: 'DELETE', idTasks: ids });

  async function restore(ids: readonly number[], places: readonly Omit<Move, 'clientMoveId'>[]) {
    try {
      for (const id of ids) await boardCalls.restoreCard(id);
      await live.catchUp();
      // It comes back last in its list.
      for (const place of places) send(place);
    } catch (error) {
      fail(error);
    }
  }

  /** Cards are put away in a list of that kind; where there is none it is made. */
  async function archived(idTasks: number[]): Promise<BoardChange | null> {
    if (!board.lists.some(({ type }) => type === 'archive')) {
      const list = { name: listTexts.archiveName, type: 'archive' as const };
      if (!(await tell(boardCalls.addList(idBoard, list, crypto.randomUUID())))) return null;
    }
    return tell(boardCalls.bulk(idBoard, { act: 'ARCHIVE', idTasks }));
  }

  const placesOf = (ids: readonly number[]) => ids.flatMap((id) => placeOf(columns, id) ?? []);

  return {
    /** Answers what it comes to; null: it stands there already. */
    move(idTask: number, idList: number, near: Near, change: RowChange = {}) {
      const column = columns.find(({ list }) => list.idList === idList);
      const card = columnOf(columns, idTask)?.cards.find((one) => one.idTask === idTask);
      if (!column || !card) return null;
      const move = { idTask, idList, ...placeFor(column, idTask, near), ...change };
      const then = moved(columns, move);
      const target = then.find(({ list }) => list.idList === idList);
      const at = target?.cards.findIndex((one) => one.idTask === idTask) ?? -1;
      const isSame = column.cards[at]?.idTask === idTask && inRow(card, change) === card;
      if (!target || isSame) return null;
      send(move);
      return cardTexts.moved(card.txTitle, target.list.name, at + 1, target.cards.length);
    },

    add: (idList: number, draft: Parameters<typeof boardCalls.addCard>[2], key: string) =>
      boardCalls.addCard(idBoard, idList, draft, key).then((change) => {
        live.tell(change);
        return change;
      }),

    async copy({ idTask, txTitle }: Card) {
      const change = await tell(boardCalls.copy(idBoard, idTask, crypto.randomUUID()));
      if (change) say({ message: cardTexts.copied(txTitle) });
    },

    async archive({ idTask, txTitle }: Card) {
      const places = placesOf([idTask]);
      const change = await archived([idTask]);
      if (!change) return;
      say({ message: cardTexts.archived(txTitle), undo: () => places.forEach(send) });
    },

    async remove({ idTask, txTitle }: Card) {
      const places = placesOf([idTask]);
      const change = await away([idTask], () => deleteTasks([idTask]));
      if (!change) return;
      say({
        message: cardTexts.removed(txTitle),
        undo: () => void restore([idTask], places),
      });
    },

    takeOff: ({ idTask }: Card) => boardCalls.takeOff(idBoard, idTask),

    async bulk(wish: Bulk, listName = '') {
      const { act, idTasks } = wish;
      const places = placesOf(idTasks);
      const change =
        act === 'DELETE'
          ? await away(idTasks, () => boardCalls.bulk(idBoard, wish))
          : act === 'ARCHIVE'
            ? await archived(idTasks)
            : await tell(boardCalls.bulk(idBoard, wish));
      if (!change) return false;
      const undo =
        act === 'DELETE'
          ? () => void restore(idTasks, places)
          : act === 'MOVE' || act === 'ARCHIVE'
            ? () => places.forEach(send)
            : undefined;
      say({ message: bulkTexts.do[act](idTasks.length, listName), ...(undo && { undo }) });
      return true;
    },

    addList: (fields: Partial<ListFields> & { name: string }, key: string) =>
      boardCalls.addList(idBoard, fields, key).then((change) => live.tell(change)),
    saveList: (idList: number, fields: ListFields) =>
      boardCalls.changeList(idBoard, idList, fields).then((change) => live.tell(change)),
    /** Beside which list; or as another type. */
    async changeList(list: BoardList, change: Partial<ListFields>) {
      const { name, type, status, limit, limitMode, version } = list;
      const fields = { name, type, status, limit, limitMode, version, ...change };
      return (await tell(boardCalls.changeList(idBoard, list.idList, fields))) !== null;
    },
    async removeList({ idList, name }: BoardList) {
      const change = await tell(boardCalls.removeList(idBoard, idList));
      if (change) say({ message: listTexts.removed(name) });
    },

    async watch(watching: boolean) {
      try {
        await boardCalls.watch(idBoard, watching);
      } catch (error) {
        fail(error);
      }
      await live.query.refetch();
    },

    /** The whole has changed: what lists say of it, too. */
    async anew() {
      await Promise.all([
        live.query.refetch(),
        client.invalidateQueries({ queryKey: boardListKey }),
      ]);
    },
    catchUp: live.catchUp,
  };
}

export type BoardActs = ReturnType<typeof useBoardActs>;
