/** The feed's lists as they are held, and how a change reaches them. Pure. */
import type { InfiniteData } from '@tanstack/react-query';
import type { CursorPage, FeedPost, Gone, PostCounts } from './types.ts';

export type Held<T> = InfiniteData<CursorPage<T>, number | undefined>;

/** What each page brings, each item once: what moved from one page to the next meanwhile stands where it came first. */
export function portionsOf<T>(
  held: { pages: CursorPage<T>[] } | undefined,
  keyOf: (item: T) => string | number,
): T[][] {
  const known = new Set<string | number>();
  const isNew = (item: T) => !known.has(keyOf(item)) && known.add(keyOf(item));
  return (held?.pages ?? []).map(({ content }) => content.filter(isNew));
}

/** Page after page, as they are brought. */
export const itemsOf = <T>(
  held: { pages: CursorPage<T>[] } | undefined,
  keyOf: (item: T) => string | number,
): T[] => portionsOf(held, keyOf).flat();

export function mapItems<T>(held: Held<T>, change: (item: T) => T): Held<T> {
  const pages = held.pages.map((page) => {
    const content = page.content.map(change);
    return content.every((item, index) => item === page.content[index])
      ? page
      : { ...page, content };
  });
  return pages.every((page, index) => page === held.pages[index]) ? held : { ...held, pages };
}

export function withoutItem<T>(held: Held<T>, isIt: (item: T) => boolean): Held<T> {
  const pages = held.pages.map((page) =>
    page.content.some(isIt)
      ? { ...page, content: page.content.filter((item) => !isIt(item)) }
      : page,
  );
  return { ...held, pages };
}

/** At the top. */
export function withFirst<T>(held: Held<T>, item: T): Held<T> {
  const pages = held.pages.map((page, index) =>
    index === 0 ? { ...page, content: [item, ...page.content] } : page,
  );
  return { ...held, pages };
}

/** At the end, where the end is held: else it comes with its own page. */
export function withLast<T>(held: Held<T>, item: T): Held<T> {
  const end = held.pages.length - 1;
  if (held.pages[end]?.hasMore) return held;
  const pages = held.pages.map((page, index) =>
    index === end ? { ...page, content: [...page.content, item] } : page,
  );
  return { ...held, pages };
}

export const isPost = (one: FeedPost | Gone | null | undefined): one is FeedPost =>
  !!one && 'uuid' in one;

/** A post changes wherever it stands: by itself, and inside its reposts. */
export function changed(
  item: FeedPost,
  uuid: string,
  change: (post: FeedPost) => FeedPost,
): FeedPost {
  if (item.uuid === uuid) return change(item);
  const { original } = item;
  if (!isPost(original) || original.uuid !== uuid) return item;
  return { ...item, original: change(original) };
}

/** A post is gone: its reposts stand without it. */
export const orphaned = (item: FeedPost, uuid: string): FeedPost =>
  isPost(item.original) && item.original.uuid === uuid
    ? { ...item, original: { gone: true } }
    : item;

/** Of two states of one post the newer holds; what an older answer says of it is forgotten. */
export const newer = (held: FeedPost, fetched: FeedPost): FeedPost =>
  fetched.version >= held.version ? fetched : held;

/** How many of the newest have come since, others' alone: what one has written stands there already. */
export function freshOf(newest: readonly FeedPost[], held: readonly FeedPost[], me: number) {
  const known = new Set(held.map(({ uuid }) => uuid));
  const top = Math.max(0, ...held.map(({ idFeedPost }) => idFeedPost));
  return newest.filter(
    ({ uuid, idFeedPost, author }) => idFeedPost > top && !known.has(uuid) && author.idUser !== me,
  ).length;
}

/**
 * What is counted of a post, as published: the last that was published holds. What one has pressed oneself and the server has not answered
 * yet (`liking`) stands.
 */
export function counted(post: FeedPost, counts: PostCounts, liking: boolean): FeedPost {
  const nrLikes = liking ? post.nrLikes : counts.nrLikes;
  const { nrComments, nrReposts } = counts;
  const same =
    post.nrLikes === nrLikes && post.nrComments === nrComments && post.nrReposts === nrReposts;
  return same ? post : { ...post, nrLikes, nrComments, nrReposts };
}

/** What the counts do not tell and is to be fetched: the post itself, its comments. */
export const outdated = (post: FeedPost, counts: PostCounts, liking: boolean) => ({
  post: counts.version > post.version,
  comments:
    counts.nrComments !== post.nrComments ||
    // Nothing that is counted: a comment is another one now.
    (counts.version === post.version && !liking && counted(post, counts, liking) === post),
});

/** It keeps its place: what is being read does not move. */
export const removed = (item: FeedPost, uuid: string): FeedPost =>
  item.uuid === uuid ? { ...item, removed: true } : orphaned(item, uuid);

/** One more than before it was sent: what is published live may have counted it already. */
export const grown = (now: number, before = now): number => Math.max(now, before + 1);
/** One less. */
export const shrunk = (now: number, before = now): number => Math.max(0, Math.min(now, before - 1));
