import {
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import {
  type Change,
  foldPages,
  type Item,
  itemsOf,
  NEWEST,
  nextPage,
  type Pages,
} from './pages.ts';
import { type Live, useLive } from './useLive.ts';

/** A list of the server, by pages and live: declared once beside its area. */
export type LiveList<T extends Item, Event> = {
  queryKey: QueryKey;
  /** Answers `Page<T>` for `?before=<id>&limit=<n>`, newest first. */
  path: string;
  /** How many a page has. */
  limit: number;
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

/** The query of a list; also for one that is not live. */
export const pagesQuery = <T extends Item>(
  list: Pick<LiveList<T, unknown>, 'queryKey' | 'path' | 'limit'>,
) => ({
  queryKey: list.queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    api.get<Page<T>>(list.path, {
      query: { before: pageParam || undefined, limit: list.limit },
      signal,
      // The list itself says that it failed.
      quiet: true,
    }),
  initialPageParam: NEWEST,
  getNextPageParam: nextPage<T>,
});

/** A list for as long as it is shown. `denied`: why it is not kept true, if so. */
export function useLiveList<T extends Item, Event>(list: LiveList<T, Event>) {
  const query = useInfiniteQuery(pagesQuery<T>(list));
  const { lacks } = list;
  const live: Live<Pages<T>, Event> = {
    topic: list.topic,
    queryKey: list.queryKey,
    fold: foldList(list),
    ...(lacks && { lacks: (pages: Pages<T>) => itemsOf(pages).some(lacks) }),
  };
  return { query, denied: useLive(live) };
}

/** What a call of one's own has changed stands in the list at once; the event that follows changes nothing more. */
export function useFold<T extends Item>(queryKey: QueryKey): (change: Change<T>) => void {
  const client = useQueryClient();
  return (change) => foldInto(client, queryKey, change);
}

export function foldInto<T extends Item>(
  client: QueryClient,
  queryKey: QueryKey,
  change: Change<T>,
): void {
  client.setQueryData<Pages<T>>(queryKey, (held) => held && foldPages(held, change));
}
