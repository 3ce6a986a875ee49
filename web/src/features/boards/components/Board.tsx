import { IconPlus } from '@tabler/icons-react';
import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { listTexts, boardTexts as texts } from '@/texts/boards.ts';
import { type DragPorts, listenToDrags } from '../drag.ts';
import { type Lane, lanesOf, type Row, rowChange } from '../filters.ts';
import type { Person } from '../types.ts';
import { type Column as Listed, type Step, stepFrom } from '../view.ts';
import classes from './board.module.css';
import { Column, ColumnHead } from './Column.tsx';
import { type ToRow, useParts } from './context.ts';
import { ListTabs } from './ListTabs.tsx';
import { onBoardKey } from './useKeys.ts';

type BoardProps = {
  name: string;
  /** With all their cards. */
  columns: readonly Listed[];
  /** With those that the filter leaves. */
  shown: readonly Listed[];
  row: Row | null;
  people: readonly Person[];
  hold: (isHeld: boolean) => void;
  /** Opens the menu of a card where it is moved. */
  onRested: (idTask: number, card: HTMLElement) => void;
  onAddList: () => void;
};

/** Lists side by side, or one at a time on a phone; in rows where that is wished for. */
export function Board(props: BoardProps) {
  const { name, columns, shown, row, people, hold, onRested, onAddList } = props;
  const parts = useParts();
  const { edits, move, marked } = parts;
  const keysId = useId();
  const scroller = useRef<HTMLElement>(null);
  const [kept, setKept] = useState<number | null>(null);
  /** A card that gets the focus once it stands in its place. */
  const wanted = useRef<number | null>(null);
  const lanes = useMemo(() => (row ? lanesOf(shown, row, people) : null), [shown, row, people]);
  const counts = new Map(columns.map(({ list, cards }) => [list.idList, cards.length]));

  function focusWanted() {
    const id = wanted.current;
    if (id === null) return;
    const found = scroller.current?.querySelectorAll<HTMLElement>(`[data-card="${id}"]`) ?? [];
    const cards = [...found];
    if (cards.length === 0 || cards.some((card) => card.contains(document.activeElement))) return;
    const title = cards[0]?.querySelector<HTMLElement>('[data-title]');
    title?.focus({ preventScroll: true });
    cards[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  function focus(idTask: number) {
    wanted.current = idTask;
    setKept(idTask);
    focusWanted();
  }
  // Each time something is drawn, until the card is there.
  useLayoutEffect(focusWanted);
  // Whoever goes elsewhere is left there.
  useEffect(() => {
    const leave = () => {
      wanted.current = null;
    };
    const element = scroller.current;
    window.addEventListener('pointerdown', leave);
    window.addEventListener('keydown', leave, true);
    return () => {
      window.removeEventListener('pointerdown', leave);
      window.removeEventListener('keydown', leave, true);
      element?.removeAttribute('data-dragging');
    };
  }, []);

  /** undefined: it stays in its row. */
  function toRow(from: string | undefined, to: string | undefined): ToRow | undefined {
    const lane = lanes?.find(({ key }) => key === to);
    if (!row || !lane || from === undefined || from === to) return undefined;
    return { name: lane.name, change: rowChange(row, from, lane.key) };
  }

  const ports: DragPorts = {
    may: () => edits && marked === null,
    hold,
    drop: ({ idTask, idList, near, from, lane }) => move(idTask, idList, near, toRow(from, lane)),
    rested: onRested,
  };
  const newest = useRef(ports);
  newest.current = ports;
  useEffect(() => {
    if (!scroller.current) return;
    return listenToDrags(scroller.current, {
      may: () => newest.current.may(),
      hold: (isHeld) => newest.current.hold(isHeld),
      drop: (drop) => newest.current.drop(drop),
      rested: (idTask, card) => newest.current.rested(idTask, card),
    });
  }, []);

  const onKeyDown = onBoardKey({
    columnsAt: (lane) => lanes?.find(({ key }) => key === lane)?.columns ?? shown,
    focus,
    move: edits
      ? (idTask: number, step: Step) => {
          const to = stepFrom(shown, idTask, step);
          if (!to) return;
          focus(idTask);
          move(idTask, to.idList, to.near);
        }
      : undefined,
  });

  return (
    <>
      <p id={keysId} className={hidden.spoken}>
        {texts.keys}
      </p>
      {!lanes && <ListTabs columns={columns} board={scroller} />}
      <section
        ref={scroller}
        className={classes.board}
        data-lanes={lanes ? '' : undefined}
        aria-label={texts.board(name)}
        aria-describedby={keysId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {lanes ? (
          <Lanes lanes={lanes} columns={columns} counts={counts} kept={kept} board={scroller} />
        ) : (
          shown.map(({ list, cards }) => (
            <Column
              key={list.idList}
              list={list}
              cards={cards}
              count={counts.get(list.idList) ?? 0}
              kept={kept}
              board={scroller}
            />
          ))
        )}
        {edits && !lanes && (
          <button type="button" className={classes.addList} onClick={onAddList}>
            <IconPlus size={18} stroke={1.75} aria-hidden="true" />
            {listTexts.add}
          </button>
        )}
      </section>
    </>
  );
}

type LanesProps = {
  lanes: readonly Lane[];
  columns: readonly Listed[];
  counts: ReadonlyMap<number, number>;
  kept: number | null;
  board: RefObject<HTMLElement | null>;
};

/** The heads of the lists stay above; below them a row for each person or label. */
function Lanes({ lanes, columns, counts, kept, board }: LanesProps) {
  return (
    <>
      <div className={classes.heads}>
        {columns.map(({ list }) => (
          <div key={list.idList} className={classes.headCell}>
            <ColumnHead
              list={list}
              count={counts.get(list.idList) ?? 0}
              id={`list-${list.idList}`}
            />
          </div>
        ))}
      </div>
      {lanes.map(({ key, name, person, count, columns: some }) => (
        <section key={key} className={classes.lane} aria-label={name}>
          <h3 className={classes.laneName}>
            {person && <Avatar name={name} image={person.avatar} size={24} />}
            {name} <span className={classes.faint}>{count}</span>
          </h3>
          <div className={classes.laneLists}>
            {some.map(({ list, cards }) => (
              <Column
                key={list.idList}
                list={list}
                cards={cards}
                count={counts.get(list.idList) ?? 0}
                kept={kept}
                lane={{ key, name }}
                board={board}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
