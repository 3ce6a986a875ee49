/** What the calls about posts do to what is held, and what is said about them. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { feedFailed } from '@/texts/feed.ts';
import { feedSaid } from '@/texts/posting.ts';
import { feedCalls, feedLists, listsKey, postKey } from './api.ts';
import {
  grown,
  type Held,
  isPost,
  mapItems,
  newer,
  orphaned,
  withFirst,
  withoutItem,
} from './fold.ts';
import type { FeedPost, NewPost, PostChange } from './types.ts';
import { changePost, sayFeed, sayFeedFailed } from './useFeed.ts';

const CONFLICT = 409;
const MOVED_ON = 'MOVED_ON';

type Posts = Held<FeedPost>;

/** A post as it is held anywhere. */
export function heldPost(client: QueryClient, uuid: string): FeedPost | undefined {
  const lists = client.getQueriesData<Posts>({ queryKey: listsKey });
  const held = lists.flatMap(([, list]) => list?.pages.flatMap(({ content }) => content) ?? []);
  return (
    client.getQueryData<FeedPost | null>(postKey(uuid)) ?? held.find((one) => one.uuid === uuid)
  );
}

function addPost(client: QueryClient, post: FeedPost, alsoHome = true) {
  const { idEntity } = post;
  const own = idEntity == null ? feedLists.mine : feedLists.entity(idEntity);
  const lists = [own, ...(alsoHome ? [feedLists.home] : [])];
  if (post.audience === 'PUBLIC') lists.push(feedLists.public);
  for (const { queryKey } of lists) {
    client.setQueryData<Posts>(
      queryKey,
      (held) =>
        held &&
        withFirst(
          withoutItem(held, ({ uuid }) => uuid === post.uuid),
          post,
        ),
    );
  }
}

export function useCreatePost(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (post: NewPost) => feedCalls.create(post),
    onSuccess: (post) => {
      addPost(client, post);
      sayFeed(feedSaid.published);
      onDone();
    },
    onError: () => sayFeedFailed(feedFailed.publish),
  });
}

export function useChangePost(uuid: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PostChange) => feedCalls.change(uuid, change),
    onSuccess: (post) => {
      changePost(client, uuid, (held) => newer(held, post));
      sayFeed(feedSaid.updated);
      onDone();
    },
    onError: (error) => {
      sayFeedFailed(feedFailed.update);
      if (!(error instanceof ApiError) || error.code !== MOVED_ON) return;
      // Whoever opens it again sees it as it is now.
      feedCalls
        .get(uuid)
        .then((post) => changePost(client, uuid, (held) => newer(held, post)))
        .catch(() => {});
    },
  });
}

export function useRemovePost(uuid: string, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => feedCalls.remove(uuid),
    onSuccess: () => {
      client.setQueriesData<Posts>(
        { queryKey: listsKey },
        (held) =>
          held &&
          mapItems(
            withoutItem(held, (one) => one.uuid === uuid),
            (one) => orphaned(one, uuid),
          ),
      );
      client.setQueryData(postKey(uuid), null);
      sayFeed(feedSaid.removed);
      onDone?.();
    },
    onError: () => sayFeedFailed(feedFailed.remove),
  });
}

/** A second one in the same name is another failure than any other. */
export const repostFailure = (error: unknown): string =>
  error instanceof ApiError && error.status === CONFLICT
    ? feedFailed.alreadyReposted
    : feedFailed.repost;

export function useRepost(post: FeedPost, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, entityId }: { comment: string; entityId: number | undefined }) =>
      feedCalls.repost(post.uuid, comment, entityId),
    onMutate: () => {
      const original = isPost(post.original) ? post.original : post;
      return { before: (heldPost(client, original.uuid) ?? original).nrReposts };
    },
    onSuccess: async ({ uuid, originalUuid }, { entityId }, { before }) => {
      changePost(client, originalUuid, (held) => ({
        ...held,
        nrReposts: grown(held.nrReposts, before),
        reposted: held.reposted || entityId === undefined,
      }));
      onDone();
      try {
        addPost(client, await feedCalls.get(uuid));
        sayFeed(feedSaid.reposted);
      } catch {
        sayFeedFailed(feedSaid.repostedUnseen);
      }
    },
    onError: (error) => sayFeedFailed(repostFailure(error)),
  });
}
