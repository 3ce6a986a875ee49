import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
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
  /** What is said of a failure that nobody has put into words. */
  failed?: string;
  className?: string | undefined;
  rowClassName?: string | undefined;
  /**
   * The same items in portions, for a list that grows long: what is far from the window is left out of layout and paint portion by
   * portion, so that a frame costs what is near.
   */
  portions?: readonly (readonly T[])[];
  portionClassName?: string | undefined;
};

/**
 * A list with pages, in all its states. 'Visa fler' leads the keyboard on to the first row that has come, and says how many
 * there are now; what is held stays when it cannot be fetched anew.
 */
export function PagedList<T>(props: PagedListProps<T>) {
  const { query, items, empty, failed } = props;
  const online = useOnline();
  if (items.length === 0) {
    if (query.isPending) return online ? <ListSkeleton /> : <Offline onRetry={query.refetch} />;
    if (query.error) {
      return <ErrorState error={query.error} otherwise={failed} onRetry={() => query.refetch()} />;
    }
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
  const { query, items, label, className, portions } = props;
  const list = useRef<HTMLElement>(null);
  /** How many there were when more were asked for. */
  const asked = useRef<number | null>(null);
  const { length } = items;
  useEffect(() => {
    if (asked.current === null || length <= asked.current) return;
    list.current?.querySelectorAll<HTMLElement>(':scope > li, [data-row]')[asked.current]?.focus();
    asked.current = null;
  }, [length]);
  return (
    <>
      {portions ? (
        <Portions {...props} portions={portions} list={list as RefObject<HTMLDivElement>} />
      ) : (
        <ul
          ref={list as RefObject<HTMLUListElement>}
          className={className ?? classes.list}
          aria-label={label}
        >
          {items.map((item) => (
            <li key={props.keyOf(item)} tabIndex={-1} className={props.rowClassName}>
              {props.row(item)}
            </li>
          ))}
        </ul>
      )}
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

type PortionsProps<T> = PagedListProps<T> & {
  portions: readonly (readonly T[])[];
  list: RefObject<HTMLDivElement | null>;
};

/** A list by its roles: between it and its rows stand the portions, which are nothing to a reader of the screen. */
function Portions<T>({ list, portions, keyOf, row, ...props }: PortionsProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a ul are its children.
    <div ref={list} role="list" className={props.className} aria-label={props.label}>
      {portions.map((some, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is what it is by its turn.
        <div key={index} className={props.portionClassName}>
          {some.map((item) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            <div
              key={keyOf(item)}
              role="listitem"
              data-row=""
              tabIndex={-1}
              className={props.rowClassName}
            >
              {row(item)}
            </div>
          ))}
        </div>
      ))}
    </div>
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
