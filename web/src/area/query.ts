import type { QueryKey } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import { type Item, NEWEST, nextPage } from './pages.ts';

export type PagedPath = {
  queryKey: QueryKey;
  /** Answers `Page<T>` for `?before=<id>&limit=<n>`, newest first. */
  path: string;
  /** How many a page has. */
  limit: number;
};

/** The infinite query of a list. */
export const pagesQuery = <T extends Item>(list: PagedPath) => ({
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
