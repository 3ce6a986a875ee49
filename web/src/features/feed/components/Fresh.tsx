import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMe } from '@/features/accounts/api.ts';
import { useOnline } from '@/hooks/useOnline.ts';
import { feedTexts as texts } from '@/texts/feed.ts';
import { type FeedListQuery, feedLists, newestQuery, PAGE_SIZE } from '../api.ts';
import { freshOf, type Held } from '../fold.ts';
import { useComing, useTold } from '../live.ts';
import type { FeedPost } from '../types.ts';
import classes from './feed.module.css';

const LOOK_EVERY_MS = 30_000;
/** Of home one is told; posts of those whom very many read come when they are read. */
const LOOK_TOLD_MS = 120_000;

/** Lies over the list, so that nothing moves when it comes. */
export default function Fresh({
  list,
  items,
}: {
  list: FeedListQuery;
  items: readonly FeedPost[];
}) {
  const client = useQueryClient();
  const online = useOnline();
  const isHome = hashKey(list.queryKey) === hashKey(feedLists.home.queryKey);
  const told = useTold() && isHome;
  const place = useRef<HTMLDivElement>(null);
  const me = useMe();
  const newest = useQuery({
    ...newestQuery(String(list.queryKey[2])),
    refetchInterval: told ? LOOK_TOLD_MS : LOOK_EVERY_MS,
    // The list itself has just been asked.
    initialData: () => items.slice(0, PAGE_SIZE),
    refetchOnMount: false,
  });
  useComing(isHome, () => void newest.refetch());
  const fresh = freshOf(newest.data ?? [], items, me?.idUser ?? 0);
  /** What stood first when more was asked for. */
  const before = useRef<string | null>(null);
  const first = items[0]?.uuid;
  useEffect(() => {
    if (before.current === null || first === before.current) return;
    before.current = null;
    // The button is gone: one goes on with what it has brought.
    place.current?.parentElement
      ?.querySelector<HTMLElement>('[data-row]')
      ?.focus({ preventScroll: true });
  }, [first]);
  const show = async () => {
    before.current = first ?? null;
    client.setQueryData<Held<FeedPost>>(
      list.queryKey,
      (held) => held && { pages: held.pages.slice(0, 1), pageParams: held.pageParams.slice(0, 1) },
    );
    await client.invalidateQueries({ queryKey: list.queryKey });
    window.scrollTo({ top: 0 });
  };
  return (
    <div ref={place} role="status" className={classes.freshPlace}>
      {online && fresh > 0 && (
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
