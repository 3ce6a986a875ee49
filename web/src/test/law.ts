/**
 * The law of every live list: `fold(held, events)` equals a fresh fetch. Asked with random histories of a small server that the
 * area's test writes from its contract, and with the events in any order, some twice, those from before the fetch among them.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Page } from '@/api/types.ts';
import { type Item, itemsOf, NEWEST, type Pages } from '@/area/pages.ts';

/** What a test's server keeps: the truth, newest first, and everything it has told. */
export type Told<T, Event> = { items: readonly T[]; log: readonly Event[] };

type Law<T extends Item, Event, Step> = {
  server: () => Told<T, Event>;
  step: fc.Arbitrary<Step>;
  /** Changes the server and its log. */
  play: (server: Told<T, Event>, step: Step) => void;
  fold: (held: Pages<T>, event: Event) => Pages<T>;
  /** Of an item, what the law is about: without what only a fetch tells. */
  seen?: (item: T) => unknown;
};

const PAGE = 3;

/** As the server answers the first pages, so many as there are asked for. */
function fetched<T extends Item>(items: readonly T[], pages: number): Pages<T> {
  const held: Page<T>[] = [];
  const params: number[] = [];
  for (let from = 0; held.length < pages; from += PAGE) {
    params.push(items[from - 1]?.id ?? NEWEST);
    const hasMore = items.length > from + PAGE;
    held.push({ content: items.slice(from, from + PAGE), page: 0, size: PAGE, hasMore });
    if (!hasMore) break;
  }
  return structuredClone({ pages: held, pageParams: params });
}

export function foldIsAFreshFetch<T extends Item, Event, Step>(law: Law<T, Event, Step>): void {
  const { server: make, step, play, fold, seen = (item) => item } = law;
  const steps = fc.array(step, { maxLength: 25 });
  fc.assert(
    fc.property(steps, steps, fc.integer({ min: 1, max: 3 }), fc.gen(), (before, after, n, gen) => {
      const server = make();
      for (const one of before) play(server, one);
      const held = fetched(server.items, n);
      for (const one of after) play(server, one);
      const { items, log } = structuredClone(server);
      // Each at least once, in any order.
      const all = gen(fc.shuffledSubarray, [...log], { minLength: log.length });
      const some = gen(fc.shuffledSubarray, [...log, ...log]);
      const folded = [...some, ...all].reduce(fold, held);
      const rows = itemsOf(folded);
      expect(rows.map(seen)).toEqual(expected(held, folded, items).map(seen));
    }),
    { numRuns: 400 },
  );
}

/** What lies beyond the pages that are held comes with its own page; up to there nothing is missing. */
function expected<T extends Item>(held: Pages<T>, folded: Pages<T>, items: readonly T[]) {
  if (!folded.pages.at(-1)?.hasMore) return items;
  const left = itemsOf(held).filter(({ id }) => items.some((one) => one.id === id));
  const last = left.at(-1);
  return last ? items.filter(({ id }) => id >= last.id) : items.slice(0, itemsOf(folded).length);
}
