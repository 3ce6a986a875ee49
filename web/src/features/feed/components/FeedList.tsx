import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { loadWithin } from '@/lib/loadPart.ts';
import type { FeedListQuery } from '../api.ts';
import { portionsOf } from '../fold.ts';
import type { FeedPost } from '../types.ts';
import classes from './feed.module.css';
import { PostCard } from './PostCard.tsx';

const Fresh = lazy(() => loadWithin(() => import('./Fresh.tsx')));

const keyOf = ({ uuid }: FeedPost) => uuid;
const rowOf = (post: FeedPost) => <PostCard post={post} />;

type FeedListProps = {
  list: FeedListQuery;
  label: string;
  empty: ReactNode;
};

/** Posts with their pages, newest first. What comes meanwhile is offered, and moves nothing that is being read. */
export function FeedList({ list, label, empty }: FeedListProps) {
  const query = useInfiniteQuery(list);
  const portions = portionsOf(query.data, keyOf);
  const items = portions.flat();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A page of which one may see nothing: there is more behind it.
  const blank = items.length === 0 && hasNextPage && !isFetchingNextPage && !query.error;
  useEffect(() => {
    if (blank) void fetchNextPage();
  }, [blank, fetchNextPage]);
  return (
    <div className={classes.listed}>
      <Suspense>{items.length > 0 && <Fresh list={list} items={items} />}</Suspense>
      <PagedList
        query={blank || isFetchingNextPage ? { ...query, isPending: items.length === 0 } : query}
        items={items}
        keyOf={keyOf}
        label={label}
        className={classes.list}
        rowClassName={classes.item}
        portions={portions}
        portionClassName={classes.portion}
        empty={empty}
        row={rowOf}
      />
    </div>
  );
}
