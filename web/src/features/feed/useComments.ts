/** What calls about comments do to what is held, and what is said about them. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toggled } from '@/lib/liked.ts';
import { feedFailed } from '@/texts/feed.ts';
import { commentFailed, commentSaid, feedSaid } from '@/texts/posting.ts';
import { commentsKey, feedCalls } from './api.ts';
import { grown, type Held, mapItems, shrunk, withLast } from './fold.ts';
import type { FeedComment } from './types.ts';
import { changePost, sayFeed, sayFeedFailed } from './useFeed.ts';
import { heldPost } from './usePosting.ts';

type Comments = Held<FeedComment>;

const changeComment = (
  client: QueryClient,
  uuid: string,
  id: number,
  change: (comment: FeedComment) => FeedComment,
) =>
  client.setQueriesData<Comments>(
    { queryKey: commentsKey(uuid) },
    (held) => held && mapItems(held, (one) => (one.idFeedComment === id ? change(one) : one)),
  );

/** How many comments a post has as far as one knows. */
const countOf = (client: QueryClient, uuid: string) => heldPost(client, uuid)?.nrComments;

export function useComment(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      txMessage,
      ...to
    }: {
      txMessage: string;
      idEntity?: number;
      idParent?: number;
    }) => feedCalls.comment(uuid, txMessage, to),
    onMutate: () => ({ before: countOf(client, uuid) }),
    onSuccess: (made, _, { before }) => {
      const idParent = made.idParent ?? null;
      client.setQueryData<Comments>(
        [...commentsKey(uuid), idParent],
        (held) => held && withLast(held, made),
      );
      if (idParent !== null)
        changeComment(client, uuid, idParent, (one) => ({ ...one, nrReplies: one.nrReplies + 1 }));
      changePost(client, uuid, (post) => ({
        ...post,
        nrComments: grown(post.nrComments, before),
      }));
      sayFeed(feedSaid.commented);
    },
    onError: () => sayFeedFailed(feedFailed.comment),
  });
}

export function useChangeComment(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, txMessage }: { comment: FeedComment; txMessage: string }) =>
      feedCalls.changeComment(comment.idFeedComment, txMessage, comment.version),
    onSuccess: (told) => {
      changeComment(client, uuid, told.idFeedComment, (held) =>
        told.version >= held.version ? told : held,
      );
      sayFeed(commentSaid.updated);
    },
    onError: () => sayFeedFailed(commentFailed.update),
    // Somebody else may have been first.
    onSettled: (_, error) => error && client.invalidateQueries({ queryKey: commentsKey(uuid) }),
  });
}

export function useRemoveComment(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idFeedComment }: FeedComment) => feedCalls.removeComment(idFeedComment),
    onMutate: () => ({ before: countOf(client, uuid) }),
    onSuccess: (_, __, { before }) => {
      changePost(client, uuid, (post) => ({
        ...post,
        nrComments: shrunk(post.nrComments, before),
      }));
      sayFeed(commentSaid.removed);
    },
    onError: () => sayFeedFailed(commentFailed.remove),
    // Where others have answered it, it stands empty.
    onSettled: () => client.invalidateQueries({ queryKey: commentsKey(uuid) }),
  });
}

export function useLikeComment({ idFeedComment: id }: FeedComment, uuid: string) {
  const client = useQueryClient();
  const mutationKey = ['feed', 'like-comment', id];
  const change = (to: (one: FeedComment) => FeedComment) => changeComment(client, uuid, id, to);
  return useMutation({
    mutationKey,
    scope: { id: `like-comment-${id}` },
    mutationFn: (on: boolean) => feedCalls.likeComment(id, on),
    onMutate: (on) => {
      change((one) => toggled(one, on));
    },
    onSuccess: (liked) => {
      if (client.isMutating({ mutationKey }) <= 1) change((one) => ({ ...one, ...liked }));
    },
    onError: (_, on) => {
      change((one) => toggled(one, !on));
      sayFeedFailed(on ? commentFailed.like : commentFailed.unlike);
    },
  });
}
