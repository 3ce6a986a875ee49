import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import hidden from '@/components/spoken.module.css';
import { ErrorState } from '@/components/states.tsx';
import { useOnline } from '@/hooks/useOnline.ts';
import { listTexts } from '@/texts/area.ts';
import { errorTexts } from '@/texts/errors.ts';
import { shellTexts } from '@/texts/shell.ts';
import classes from './PagedList.module.css';

/** What of an infinite query a list needs. */
type ListQuery = {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
};

type PagedListProps<T> = {
  query: ListQuery;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  row: (item: T) => ReactNode;
  /** What stands there while there is nothing: what to do next. */
  empty: ReactNode;
  label?: string;
  className?: string | undefined;
  rowClassName?: string | undefined;
};

/**
 * A list with pages, in all its states. 'Visa fler' leads the keyboard on to the first row that has come, and says how many
 * there are now; what is held stays when it cannot be fetched anew.
 */
export function PagedList<T>(props: PagedListProps<T>) {
  const { query, items, empty } = props;
  const online = useOnline();
  if (items.length === 0) {
    if (query.isPending) return online ? <ListSkeleton /> : <Offline onRetry={query.refetch} />;
    if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
    if (!query.hasNextPage) return empty;
  }
  return (
    <>
      {!!query.error && (
        <p className={classes.stale} role="alert">
          {listTexts.stale}
          <Button variant="subtle" size="sm" onClick={() => query.refetch()}>
            {errorTexts.retry}
          </Button>
        </p>
      )}
      <Rows {...props} />
    </>
  );
}

function Rows<T>(props: PagedListProps<T>) {
  const { query, items, keyOf, row, label, className, rowClassName } = props;
  const list = useRef<HTMLUListElement>(null);
  /** How many there were when more were asked for. */
  const asked = useRef<number | null>(null);
  const { length } = items;
  useEffect(() => {
    if (asked.current === null || length <= asked.current) return;
    (list.current?.children[asked.current] as HTMLElement | undefined)?.focus();
    asked.current = null;
  }, [length]);
  return (
    <>
      <ul ref={list} className={className ?? classes.list} aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)} tabIndex={-1} className={rowClassName}>
            {row(item)}
          </li>
        ))}
      </ul>
      <p className={hidden.spoken} role="status">
        {query.isFetchingNextPage ? shellTexts.loading : length > 0 && listTexts.shown(length)}
      </p>
      {query.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => {
            asked.current = length;
            query.fetchNextPage();
          }}
        >
          {listTexts.more}
        </Button>
      )}
    </>
  );
}

const BARS = ['a', 'b', 'c'];

function ListSkeleton() {
  return (
    <div className={classes.skeleton} role="status">
      <span className={hidden.spoken}>{shellTexts.loading}</span>
      {BARS.map((bar) => (
        <div key={bar} className={classes.bar} aria-hidden="true" />
      ))}
    </div>
  );
}

function Offline({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div className={classes.offline} role="status">
      <p>{listTexts.offline}</p>
      <Button variant="default" onClick={() => onRetry()}>
        {errorTexts.retry}
      </Button>
    </div>
  );
}
