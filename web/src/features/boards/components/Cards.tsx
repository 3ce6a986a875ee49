import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import type { Card } from '../types.ts';
import { CardView } from './CardView.tsx';
import classes from './column.module.css';

/** So many are drawn or left out together: few, so that none of it takes long while one scrolls or drags. */
const PORTION = 8;
/** About as high as a card is (px), until it has been seen. */
const CARD_PX = 76;
/** Drawn before they are reached (px). */
const AHEAD = '600px';

type CardsProps = {
  cards: readonly Card[];
  label: string;
  /** The card that Tab comes to. */
  stop: number | null;
  /** Drawn, wherever it is: the focus goes there. */
  kept: number | null;
};

/** The cards of a list; of a long one only those near to what is seen are drawn. */
export function Cards({ cards, label, stop, kept }: CardsProps) {
  const list = useRef<HTMLDivElement>(null);
  const portions = Array.from({ length: Math.ceil(cards.length / PORTION) }, (_, at) =>
    cards.slice(at * PORTION, (at + 1) * PORTION),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: portions stand between the list and its cards
    <div ref={list} className={classes.cards} data-cards="" role="list" aria-label={label}>
      {portions.map((some, at) => {
        const has = (id: number | null) => id !== null && some.some((one) => one.idTask === id);
        return (
          <Portion
            // biome-ignore lint/suspicious/noArrayIndexKey: a portion is its place
            key={at}
            cards={some}
            list={list}
            alone={portions.length === 1}
            keep={has(stop) || has(kept)}
            stop={has(stop) ? stop : null}
          />
        );
      })}
    </div>
  );
}

type PortionProps = {
  cards: readonly Card[];
  list: RefObject<HTMLDivElement | null>;
  /** There is nothing to leave out. */
  alone: boolean;
  keep: boolean;
  stop: number | null;
};

const sameCards = (a: PortionProps, b: PortionProps) =>
  a.keep === b.keep &&
  a.stop === b.stop &&
  a.alone === b.alone &&
  a.cards.length === b.cards.length &&
  a.cards.every((card, at) => card === b.cards[at]);

const Portion = memo(function Portion({ cards, list, alone, keep, stop }: PortionProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [height, setHeight] = useState<number | null>(null);
  const watches = !alone && typeof IntersectionObserver !== 'undefined';
  useEffect(() => {
    const edge = mark.current;
    if (!watches || !edge) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen) return;
        // Left out it takes the space that it had.
        if (!seen.isIntersecting && seen.boundingClientRect.height > 0) {
          setHeight(seen.boundingClientRect.height);
        }
        // In slices, between frames.
        startTransition(() => setNear(seen.isIntersecting));
      },
      { root: list.current, rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(edge);
    return () => observer.disconnect();
  }, [watches, list]);
  const shows = !watches || near || keep;
  const drawn = cards.map((card) => (
    <CardView key={card.idTask} card={card} isStop={card.idTask === stop} />
  ));
  if (!watches) return drawn;
  return (
    <div
      ref={mark}
      data-undrawn={shows ? undefined : ''}
      style={shows ? undefined : { height: height ?? cards.length * CARD_PX }}
    >
      {shows && drawn}
    </div>
  );
}, sameCards);
