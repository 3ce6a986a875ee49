import { useEffect } from 'react';

type Paged = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** Fetches one page after the other: what is said of everybody is said once everybody is there. */
export function useWhole<Query extends Paged>(query: Query): Query {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const next = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (next) void fetchNextPage();
  }, [next, fetchNextPage]);
  return query;
}
