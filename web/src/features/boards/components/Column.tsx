import { IconDots } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react';
import hidden from '@/components/spoken.module.css';
import { listTexts as texts } from '@/texts/boards.ts';
import type { BoardList, Card } from '../types.ts';
import { isOver } from '../view.ts';
import { Cards } from './Cards.tsx';
import classes from './column.module.css';
import { useParts } from './context.ts';
import { ListMenu } from './ListMenu.tsx';
import { QuickAdd } from './QuickAdd.tsx';

type HeadProps = {
  list: BoardList;
  /** Of all its cards, also those that a filter leaves out. */
  count: number;
  id: string;
};

/** A list's name, how full it is, and what can be done with it. */
export function ColumnHead({ list, count, id }: HeadProps) {
  const { edits } = useParts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const over = isOver(list, count);
  return (
    <div className={classes.head}>
      <h2 id={id} className={classes.name} dir="auto">
        {list.name}
      </h2>
      <span className={classes.count} data-over={over || undefined}>
        <span aria-hidden="true">{texts.count(count, list.limit)}</span>
        <span className={hidden.spoken}>
          {texts.spoken(count, list.limit)}
          {over && `, ${texts.over}`}
        </span>
      </span>
      {edits && (
        <button
          type="button"
          className={classes.more}
          aria-label={texts.more(list.name)}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <IconDots size={18} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      {anchor && (
        <ListMenu list={list} count={count} anchor={anchor} onClose={() => setAnchor(null)} />
      )}
    </div>
  );
}

type ColumnProps = {
  list: BoardList;
  cards: readonly Card[];
  count: number;
  kept: number | null;
  /** In a row of the board: its key and name; the list's head stands above all rows. */
  lane?: { key: string; name: string };
  board: RefObject<HTMLElement | null>;
};

/** A list side by side with the others; far from what is seen its cards are not drawn. */
export const Column = memo(function Column(props: ColumnProps) {
  const { list, cards, count, kept, lane, board } = props;
  const { edits } = useParts();
  const column = useRef<HTMLElement>(null);
  const near = useNear(column, board);
  const [focused, setFocused] = useState<number | null>(null);
  const stop = cards.some(({ idTask }) => idTask === focused)
    ? focused
    : (cards[0]?.idTask ?? null);
  const id = `list-${list.idList}`;
  const label = lane ? texts.cardsIn(list.name, lane.name) : texts.cards(list.name);
  const shows = near || cards.some(({ idTask }) => idTask === kept);
  let body: ReactNode = <div className={classes.cards} data-cards="" />;
  if (shows && cards.length > 0) {
    body = <Cards cards={cards} label={label} stop={stop} kept={kept} />;
  } else if (shows && count === 0) {
    body = (
      <div className={classes.cards} data-cards="">
        <p className={classes.none}>{texts.empty}</p>
      </div>
    );
  }
  return (
    <section
      ref={column}
      className={classes.column}
      data-list={list.idList}
      data-lane={lane?.key}
      aria-label={lane ? label : undefined}
      aria-labelledby={lane ? undefined : id}
      onFocus={({ target }) => {
        const card = target.closest<HTMLElement>('[data-card]');
        if (card) setFocused(Number(card.dataset.card));
      }}
    >
      {!lane && <ColumnHead list={list} count={count} id={id} />}
      {body}
      {edits && !lane && list.type !== 'archive' && <QuickAdd list={list} />}
    </section>
  );
});

/** Whether it is near to what is seen of the board, to the sides and downwards. */
function useNear(
  column: RefObject<HTMLElement | null>,
  board: RefObject<HTMLElement | null>,
): boolean {
  const watches = typeof IntersectionObserver !== 'undefined';
  const [near, setNear] = useState(!watches);
  useEffect(() => {
    const element = column.current;
    if (!watches || !element) return;
    const observer = new IntersectionObserver(
      ([seen]) => seen && startTransition(() => setNear(seen.isIntersecting)),
      {
        root: board.current,
        rootMargin: '400px 400px',
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [watches, column, board]);
  return near;
}
