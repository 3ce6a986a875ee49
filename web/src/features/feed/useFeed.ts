/** What the feed's calls do to what is held, and what is said about them. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import { feedFailed, feedSaid } from '@/texts/feed.ts';
import { feedCalls, feedKey, feedLists, listsKey, postKey } from './api.ts';
import {
  changed,
  grown,
  type Held,
  isPost,
  mapItems,
  newer,
  orphaned,
  toggled,
  withFirst,
  withoutItem,
} from './fold.ts';
import type { FeedPost, NewPost, PostChange } from './types.ts';

/** As specified (ms). */
const SAID_FOR = 3_000;
const CONFLICT = 409;
const MOVED_ON = 'MOVED_ON';

export const sayFeed = (message: string) => toast({ type: 'success', message, duration: SAID_FOR });
export const sayFeedFailed = (message: string) =>
  toast({ type: 'error', message, duration: SAID_FOR });

type Posts = Held<FeedPost>;

/** Does to every post that is held. */
export const everywhere = (client: QueryClient, change: (item: FeedPost) => FeedPost) => {
  client.setQueriesData<Posts>({ queryKey: listsKey }, (held) => held && mapItems(held, change));
  client.setQueriesData<FeedPost | null>(
    { queryKey: [...feedKey, 'post'] },
    (held) => held && change(held),
  );
};

/** Changes a post wherever it is held. */
export const changePost = (
  client: QueryClient,
  uuid: string,
  change: (post: FeedPost) => FeedPost,
) => everywhere(client, (item) => changed(item, uuid, change));

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

export const likeKey = (uuid: string) => ['feed', 'like', uuid];

/** At once, and as the server says once it has answered the last of what was pressed. */
export function useLike({ uuid }: FeedPost) {
  const client = useQueryClient();
  const mutationKey = likeKey(uuid);
  return useMutation({
    mutationKey,
    // One after another: the last one pressed is the last one heard.
    scope: { id: `like-${uuid}` },
    mutationFn: (on: boolean) => feedCalls.like(uuid, on),
    onMutate: (on) => {
      // What is on its way does not know of it.
      void client.cancelQueries({ queryKey: postKey(uuid) });
      changePost(client, uuid, (post) => toggled(post, on));
    },
    onSuccess: (liked) => {
      if (client.isMutating({ mutationKey }) <= 1)
        changePost(client, uuid, (post) => ({ ...post, ...liked }));
    },
    onError: (_, on) => {
      changePost(client, uuid, (post) => toggled(post, !on));
      sayFeedFailed(on ? feedFailed.like : feedFailed.unlike);
    },
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
