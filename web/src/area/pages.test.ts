import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldIsAFreshFetch } from '@/test/law.ts';
import {
  type Change,
  foldPages,
  itemsOf,
  mapItems,
  NEWEST,
  nextPage,
  type Pages,
} from './pages.ts';

type Note = { id: number; version: number; text: string };

const held = (content: Note[], hasMore = false): Pages<Note> => ({
  pages: [{ content, page: 0, size: 3, hasMore }],
  pageParams: [NEWEST],
});
const note = (id: number, version = 1, text = `note ${id}`): Note => ({ id, version, text });
const told = (item: Note): Change<Note> => ({ id: item.id, version: item.version, item });
const gone = (id: number, version: number): Change<Note> => ({ id, version, item: null });
const fold = (pages: Pages<Note>, ...changes: Change<Note>[]) => changes.reduce(foldPages, pages);
const ids = (pages: Pages<Note>) => itemsOf(pages).map(({ id }) => id);

describe('a list with pages', () => {
  it('is what a fresh fetch gives, however its events come', () => {
    type Step = { act: number; at: number };
    foldIsAFreshFetch<Note, Change<Note>, Step>({
      server: () => ({ items: [], log: [] }),
      step: fc.record({ act: fc.nat(3), at: fc.nat(20) }),
      play: (server, { act, at }) => {
        const { items, log } = server as { items: Note[]; log: Change<Note>[] };
        const some = items[at % Math.max(items.length, 1)];
        if (act <= 1 || !some) {
          const made = note(log.length + 1);
          items.unshift(made);
          log.push(told({ ...made }));
        } else if (act === 2) {
          some.version += 1;
          some.text = `changed ${log.length}`;
          log.push(told({ ...some }));
        } else {
          items.splice(items.indexOf(some), 1);
          log.push(gone(some.id, some.version + 1));
        }
      },
      fold: foldPages,
    });
  });

  it('keeps the highest version', () => {
    const pages = fold(held([note(1, 2, 'new')]), told(note(1, 1, 'old')));
    expect(itemsOf(pages)).toEqual([note(1, 2, 'new')]);
  });

  it('brings nothing back that was deleted', () => {
    expect(ids(fold(held([note(2), note(1)]), gone(1, 2), told(note(1, 1))))).toEqual([2]);
    expect(ids(fold(held([note(2)]), gone(3, 2), told(note(3, 1))))).toEqual([2]);
  });

  it('leaves what is older than its pages to the next page, which begins after the last item', () => {
    const pages = fold(held([note(9), note(8)], true), told(note(3, 2)));
    expect(ids(pages)).toEqual([9, 8]);
    const next = ({ pages: all }: Pages<Note>) =>
      all.slice(-1).map((last) => nextPage(last, all))[0];
    expect(next(fold(pages, gone(8, 2)))).toBe(9);
    expect(next(fold(pages, gone(8, 2), gone(9, 2)))).toBe(NEWEST);
    expect(next(held([note(1)]))).toBeUndefined();
  });

  it('is the same object when nothing is new', () => {
    const pages = held([note(1)]);
    expect(fold(pages, told(note(1)))).toBe(pages);
    expect(ids(mapItems(pages, (one) => one))).toEqual([1]);
  });
});
