import { type RefObject, useEffect, useState } from 'react';
import { boardTexts as texts } from '@/texts/boards.ts';
import type { Column } from '../view.ts';
import classes from './board.module.css';

type ListTabsProps = { columns: readonly Column[]; board: RefObject<HTMLElement | null> };

/** On a phone: which list is seen, and the way to each other one. Swiping does the same. */
export function ListTabs({ columns, board }: ListTabsProps) {
  const [seen, setSeen] = useState<number | null>(null);
  const current = columns.some(({ list }) => list.idList === seen) ? seen : columns[0]?.list.idList;
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const lists = [...element.querySelectorAll<HTMLElement>('[data-list]')];
      const step = (lists[1]?.offsetLeft ?? 0) - (lists[0]?.offsetLeft ?? 0);
      const list = step > 0 ? lists[Math.round(element.scrollLeft / step)] : undefined;
      if (list) setSeen(Number(list.dataset.list));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [board]);
  const show = (idList: number) => {
    setSeen(idList);
    board.current
      ?.querySelector(`[data-list="${idList}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  };
  return (
    <nav className={classes.tabs} aria-label={texts.lists}>
      {columns.map(({ list: { idList, name }, cards }) => (
        <button
          key={idList}
          type="button"
          className={classes.tab}
          aria-current={idList === current || undefined}
          onClick={() => show(idList)}
        >
          {name} <span className={classes.faint}>{cards.length}</span>
        </button>
      ))}
    </nav>
  );
}
