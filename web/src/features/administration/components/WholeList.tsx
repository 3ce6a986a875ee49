import type { ReactNode } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import classes from './administration.module.css';

type WholeListProps<T> = {
  query: { data?: T[] | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  label: string;
  keyOf: (item: T) => number;
  row: (item: T) => ReactNode;
  empty: ReactNode;
};

const none = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} } as const;

/** A list that comes as a whole, in the states of one with pages. */
export function WholeList<T>({ query, ...list }: WholeListProps<T>) {
  const { isPending, error, refetch } = query;
  return (
    <PagedList
      query={{ isPending, error, refetch, ...none }}
      items={query.data ?? []}
      className={classes.rows}
      rowClassName={classes.row}
      {...list}
    />
  );
}
