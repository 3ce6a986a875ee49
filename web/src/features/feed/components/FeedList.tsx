import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { PagedList } from '@/area/PagedList.tsx';
import { useMe } from '@/features/accounts/api.ts';
import { feedTexts as texts } from '@/texts/feed.ts';
import { type FeedListQuery, newestQuery, PAGE_SIZE } from '../api.ts';
import { freshOf, type Held, itemsOf } from '../fold.ts';
import type { FeedPost } from '../types.ts';
import classes from './feed.module.css';
import { PostCard } from './PostCard.tsx';

const LOOK_EVERY_MS = 30_000;
const keyOf = ({ uuid }: FeedPost) => uuid;

type FeedListProps = {
  list: FeedListQuery;
  label: string;
  empty: ReactNode;
};

/** Posts with their pages, newest first. What comes meanwhile is offered, and moves nothing that is being read. */
export function FeedList({ list, label, empty }: FeedListProps) {
  const query = useInfiniteQuery(list);
  const items = itemsOf(query.data, keyOf);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A page of which one may see nothing: there is more behind it.
  const blank = items.length === 0 && hasNextPage && !isFetchingNextPage && !query.error;
  useEffect(() => {
    if (blank) void fetchNextPage();
  }, [blank, fetchNextPage]);
  return (
    <>
      {items.length > 0 && <Fresh list={list} items={items} />}
      <PagedList
        query={blank || isFetchingNextPage ? { ...query, isPending: items.length === 0 } : query}
        items={items}
        keyOf={keyOf}
        label={label}
        className={classes.list}
        rowClassName={classes.item}
        empty={empty}
        row={(post) => <PostCard post={post} />}
      />
    </>
  );
}

function Fresh({ list, items }: { list: FeedListQuery; items: readonly FeedPost[] }) {
  const client = useQueryClient();
  const me = useMe();
  const newest = useQuery({
    ...newestQuery(String(list.queryKey[2])),
    refetchInterval: LOOK_EVERY_MS,
    // The list itself has just been asked.
    initialData: () => items.slice(0, PAGE_SIZE),
    refetchOnMount: false,
  });
  const fresh = freshOf(newest.data ?? [], items, me?.idUser ?? 0);
  const show = async () => {
    client.setQueryData<Held<FeedPost>>(
      list.queryKey,
      (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
    );
    await client.invalidateQueries({ queryKey: list.queryKey });
    window.scrollTo({ top: 0 });
  };
  return (
    <div role="status" className={classes.freshPlace}>
      {fresh > 0 && (
        <Button
          className={classes.fresh}
          radius="xl"
          size="sm"
          leftSection={<IconArrowUp size={16} stroke={2} aria-hidden="true" />}
          onClick={() => void show()}
        >
          {texts.fresh(fresh)}
        </Button>
      )}
    </div>
  );
}
