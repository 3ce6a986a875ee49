/**
 * Lists that are fetched page by page, newest first, as they lie in the query cache, and how one change reaches them. Pure:
 * `fold(held, events)` equals a fresh fetch, in whatever order and however often the events come (test/law.ts).
 */
import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from '@/api/types.ts';

/** Ids order a list. Of two states the higher version holds; what has none is never told anew. */
export type Item = { id: number; version?: number };

/** `gone`: what was deleted, by id, with the version of that: what is told late brings nothing back. */
export type Pages<T> = InfiniteData<Page<T>, number> & { gone?: Readonly<Record<number, number>> };

/** What one event says of one item; null: it is deleted. */
export type Change<T> = { id: number; version?: number; item: T | null };

/** Also of pages that are counted. */
export const itemsOf = <T>(held: { pages: Page<T>[] } | undefined): T[] =>
  held?.pages.flatMap((page) => page.content) ?? [];

/** Where a list begins; the server counts ids from 1. */
export const NEWEST = 0;

/** After which id the next page begins; undefined: there is none. */
export function nextPage<T extends Item>(last: Page<T>, all: Page<T>[]): number | undefined {
  if (!last.hasMore) return undefined;
  return all.findLast((page) => page.content.length > 0)?.content.at(-1)?.id ?? NEWEST;
}

export function mapItems<T>(held: Pages<T>, change: (item: T) => T): Pages<T> {
  const pages = held.pages.map((page) => ({ ...page, content: page.content.map(change) }));
  return { ...held, pages };
}

export function foldPages<T extends Item>(held: Pages<T>, change: Change<T>): Pages<T> {
  const { id, version = 0, item } = change;
  const before = itemsOf(held).find((one) => one.id === id);
  const known = Math.max(held.gone?.[id] ?? -1, before ? (before.version ?? 0) : -1);
  if (version <= known) return held;
  if (!item) return { ...without(held, id), gone: { ...held.gone, [id]: version } };
  if (before) return mapItems(held, (one) => (one.id === id ? item : one));
  return inserted(held, item);
}

function without<T extends Item>(held: Pages<T>, id: number): Pages<T> {
  const pages = held.pages.map((page) =>
    page.content.some((one) => one.id === id)
      ? { ...page, content: page.content.filter((one) => one.id !== id) }
      : page,
  );
  return { ...held, pages };
}

function inserted<T extends Item>(held: Pages<T>, item: T): Pages<T> {
  const place = held.pages.findIndex((page) => (page.content.at(-1)?.id ?? item.id) < item.id);
  const last = held.pages.at(-1);
  // Older than everything that is held: it comes with its own page, if there is one.
  if (!last || (place < 0 && last.hasMore)) return held;
  const at = place < 0 ? held.pages.length - 1 : place;
  const pages = held.pages.map((page, index) =>
    index === at ? { ...page, content: [...page.content, item].sort((a, b) => b.id - a.id) } : page,
  );
  return { ...held, pages };
}
