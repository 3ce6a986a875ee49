import { IconLayoutKanban } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ConfirmCall } from '@/area/ConfirmCall.tsx';
import hidden from '@/components/spoken.module.css';
import { EmptyState } from '@/components/states.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { useNow } from '@/hooks/useNow.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { todayHere } from '@/lib/zone.ts';
import { boardTexts, cardTexts, listTexts } from '@/texts/boards.ts';
import { filtered, filtersIn, isFiltered, NAMES, rowIn } from '../filters.ts';
import type { Board as BoardData, Card, Move } from '../types.ts';
import { type Live, useShown } from '../useBoard.ts';
import { sayRefused, useBoardActs } from '../useBoardActs.ts';
import { listStep, type Near } from '../view.ts';
import { Board } from './Board.tsx';
import { BoardFilters } from './BoardFilters.tsx';
import { BoardHeading } from './BoardHeading.tsx';
import { BoardSettings } from './BoardSettings.tsx';
import { BulkBar } from './BulkBar.tsx';
import classes from './board.module.css';
import { CardDialog } from './CardDialog.tsx';
import { CardMenu, type CardMenuAsked } from './CardMenu.tsx';
import { BoardContext, type BoardParts, type ToRow } from './context.ts';
import { ListDialog } from './ListDialog.tsx';
import { useSaid } from './useSaid.ts';

const MINUTE_MS = 60_000;
const NONE: ReadonlySet<number> = new Set();

/** A board that is there: its heading, its filter, its lists, and what lies open over it. */
export function OpenBoard({ board: held, live }: { board: BoardData; live: Live }) {
  const me = useMe()?.idUser;
  const online = useOnline();
  const now = useNow(MINUTE_MS);
  const today = todayHere(now);
  const [params, setParams] = useSearchParams();
  const { said, say } = useSaid();
  const current = useRef(held);
  current.current = held;
  const refused = (move: Move, error: unknown) => {
    sayRefused(current.current, move, error);
    void live.catchUp();
  };
  const shown = useShown(held, live, refused);
  const { board } = shown;
  const acts = useBoardActs(held, shown.columns, live, shown);

  const withArchive = params.has(NAMES.archive);
  const columns = useMemo(
    () => shown.columns.filter(({ list }) => withArchive || list.type !== 'archive'),
    [shown.columns, withArchive],
  );
  const chosen = filtersIn(params);
  const row = rowIn(params);
  const { assignee, label, text, due } = chosen;
  const [filters, setFilters] = useState(() => row !== null || isFiltered(chosen));
  const visible = useMemo(
    () => filtered(columns, { assignee, label, text, due }, { now, today }),
    [columns, assignee, label, text, due, now, today],
  );
  const [marked, setMarked] = useState<ReadonlySet<number> | null>(null);
  const [menu, setMenu] = useState<CardMenuAsked | null>(null);
  const [takesOff, setTakesOff] = useState<Card | null>(null);
  const [dialog, setDialog] = useState<'list' | 'settings' | null>(null);
  const isOpen = board.archived === null;
  const edits = isOpen && (board.role === 'owner' || board.role === 'editor');

  const write = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { preventScrollReset: true, replace: value === null },
    );
  function move(idTask: number, idList: number, near: Near, to?: ToRow) {
    const words = acts.move(idTask, idList, near, to?.change);
    if (words) say(to ? cardTexts.inRow(words, to.name) : words);
  }
  function moveList(idList: number, by: -1 | 1) {
    const list = columns.find((one) => one.list.idList === idList)?.list;
    const place = listStep(columns, idList, by);
    if (!list || !place) return null;
    const at = columns.findIndex((one) => one.list === list) + by + 1;
    return async () => {
      if (await acts.changeList(list, place)) {
        say(listTexts.moved(list.name, at, columns.length));
      }
    };
  }

  // Cards are drawn anew only by what they show: what they call is always the newest.
  const calls = { acts, write, move, moveList, say };
  const newest = useRef(calls);
  newest.current = calls;
  const { idBoard, people } = board;
  const parts = useMemo(
    (): BoardParts => ({
      idBoard,
      edits,
      today,
      now,
      people: new Map(people.map((one) => [one.id, one])),
      get acts() {
        return newest.current.acts;
      },
      open: (idTask) => newest.current.write(NAMES.card, String(idTask)),
      menu: (idTask, anchor) => setMenu({ idTask, anchor, moves: false }),
      move: (...to) => newest.current.move(...to),
      moveList: (...to) => newest.current.moveList(...to),
      marked,
      mark: (idTask, isMarked) =>
        setMarked((before) => {
          const next = new Set(before ?? NONE);
          if (isMarked) next.add(idTask);
          else next.delete(idTask);
          return next;
        }),
      say: (words) => newest.current.say(words),
    }),
    [idBoard, edits, today, now, people, marked],
  );

  const cards = useMemo(
    () => new Map(shown.columns.flatMap((one) => one.cards.map((card) => [card.idTask, card]))),
    [shown.columns],
  );
  const opened = Number(params.get(NAMES.card));
  const menuCard = menu && cards.get(menu.idTask);
  const hits = visible.reduce((n, one) => n + one.cards.length, 0);
  return (
    <BoardContext value={parts}>
      <div className={classes.page} data-tour="area">
        <div className={classes.top}>
          <BoardHeading
            board={board}
            viewers={online ? shown.viewers : null}
            edits={edits}
            selects={marked !== null}
            withArchive={withArchive}
            filters={filters}
            acts={acts}
            onFilters={() => setFilters(!filters)}
            onSelect={() => setMarked(marked ? null : NONE)}
            onArchive={() => write(NAMES.archive, withArchive ? null : '1')}
            onSettings={() => setDialog('settings')}
          />
          {(!online || shown.waiting > 0) && (
            <p className={classes.note} role="status">
              {!online && boardTexts.offline}{' '}
              {shown.waiting > 0 && boardTexts.waiting(shown.waiting)}
            </p>
          )}
          {filters && (
            <BoardFilters
              filters={chosen}
              row={row}
              columns={columns}
              people={people}
              hits={hits}
            />
          )}
          {marked && (
            <BulkBar
              marked={[...marked].filter((id) => cards.has(id))}
              columns={shown.columns}
              idEntity={board.idEntity}
              known={knownOf(board)}
              onClear={() => setMarked(NONE)}
            />
          )}
        </div>
        <div className={classes.main}>
          {columns.length === 0 ? (
            <EmptyState
              {...listTexts.addFirst}
              icon={<IconLayoutKanban size={28} stroke={1.5} />}
            />
          ) : null}
          <Board
            name={board.name}
            columns={columns}
            shown={visible}
            row={row}
            people={people}
            hold={shown.hold}
            onRested={(idTask, anchor) => setMenu({ idTask, anchor, moves: true })}
            onAddList={() => setDialog('list')}
          />
        </div>
        <p className={hidden.spoken} role="status">
          {said}
        </p>
      </div>
      {opened > 0 && (
        <CardDialog
          key={opened}
          idTask={opened}
          title={cards.get(opened)?.txTitle}
          onClose={() => {
            write(NAMES.card, null);
            void acts.catchUp();
          }}
        />
      )}
      {menu && menuCard && (
        <CardMenu
          {...menu}
          card={menuCard}
          columns={visible}
          row={row}
          onTakeOff={setTakesOff}
          onClose={() => setMenu(null)}
        />
      )}
      {takesOff && (
        <ConfirmCall
          title={cardTexts.takeOffTitle}
          text={cardTexts.takeOffText}
          action={cardTexts.takeOff}
          call={() => acts.takeOff(takesOff)}
          said={cardTexts.takenOff(takesOff.txTitle)}
          onDone={() => void acts.catchUp()}
          onClose={() => setTakesOff(null)}
        />
      )}
      {dialog === 'list' && <ListDialog list={null} onClose={() => setDialog(null)} />}
      {dialog === 'settings' && (
        <BoardSettings board={held} me={me} onChanged={acts.anew} onClose={() => setDialog(null)} />
      )}
    </BoardContext>
  );
}

/** Whom one thinks of first: its members and whoever has a card. */
function knownOf({ createdBy, members, people }: BoardData) {
  const all = [createdBy, ...members.map(({ user }) => user), ...people];
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
