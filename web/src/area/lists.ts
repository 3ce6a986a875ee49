import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Change, foldPages, type Item, itemsOf, type Pages } from './pages.ts';
import { type PagedPath, pagesQuery } from './query.ts';
import { type Live, settled, useLive } from './useLive.ts';

/** A list of the server, by pages and live: declared once beside its area. */
export type LiveList<T extends Item, Event> = PagedPath & {
  topic: string;
  /** What an event says, with the item as it is held so far (an event may tell less than a fetch); null: nothing of this list. */
  change: (event: Event, held: (id: number) => T | undefined) => Change<T> | null;
  /** Of an item: the events did not tell all of it, so it is asked for. */
  lacks?: (item: T) => boolean;
};

export const foldList =
  <T extends Item, Event>(list: Pick<LiveList<T, Event>, 'change'>) =>
  (pages: Pages<T>, event: Event): Pages<T> => {
    const change = list.change(event, (id) => itemsOf(pages).find((one) => one.id === id));
    return change ? foldPages(pages, change) : pages;
  };

/** A list for as long as it is shown. `denied`: why it is not kept true, if so. */
export function useLiveList<T extends Item, Event>(list: LiveList<T, Event>) {
  const client = useQueryClient();
  const query = useInfiniteQuery(pagesQuery<T>(list));
  const fetchNextPage = async () => {
    await settled(client, list.queryKey);
    return query.fetchNextPage();
  };
  const { lacks } = list;
  const live: Live<Pages<T>, Event> = {
    topic: list.topic,
    queryKey: list.queryKey,
    fold: foldList(list),
    lacks: (pages) => isEmptied(pages) || (lacks ? itemsOf(pages).some(lacks) : false),
  };
  return { query: { ...query, fetchNextPage }, denied: useLive(live) };
}

/** All that was held is deleted, and there is more. */
const isEmptied = <T>(pages: Pages<T>) =>
  itemsOf(pages).length === 0 && pages.pages.at(-1)?.hasMore === true;

/** What a call of one's own has changed stands in the list at once; the event that follows changes nothing more. */
export function useFold<T extends Item>(queryKey: QueryKey): (change: Change<T>) => void {
  const client = useQueryClient();
  return (change) =>
    client.setQueryData<Pages<T>>(queryKey, (held) => held && foldPages(held, change));
}

/** A deletion of one's own: whatever is told of the item later, it is gone. */
export const deleted = (id: number): Change<never> => ({
  id,
  version: Number.MAX_SAFE_INTEGER,
  item: null,
});
