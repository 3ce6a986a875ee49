/** What is told live: the counts of the posts that are on the screen, and that a post has come. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { ApiError } from '@/api/ApiError.ts';
import { useSignedIn } from '@/lib/session.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useConnection, useSubscription } from '@/realtime/useRealtime.ts';
import { commentsKey, feedCalls, postKey } from './api.ts';
import { counted, newer, outdated, removed } from './fold.ts';
import type { FeedPost, PostEvent } from './types.ts';
import { changePost, everywhere, likeKey } from './useFeed.ts';

/** What is so old was counted by others meanwhile (ms). */
const OLD_MS = 30_000;
/** Everybody who looks asks at a moment of their own (ms). */
const ASK_WITHIN_MS = 1_000;
const NOT_FOUND = 404;

/** Fetched anew, with one's own rights; who may not read it any more sees that it is gone. */
async function look(client: QueryClient, uuid: string) {
  try {
    const fetched = await feedCalls.get(uuid);
    changePost(client, uuid, (post) => newer(post, fetched));
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) gone(client, uuid);
  }
}

function gone(client: QueryClient, uuid: string) {
  everywhere(client, (item) => removed(item, uuid));
  client.setQueryData(postKey(uuid), null);
}

/**
 * A post's counts, its changes and its end. `since`: when it was last heard of (ms); 0 asks for it the next time that it is on
 * the screen.
 */
export function usePostLive(post: FeedPost, since: RefObject<number>): void {
  const client = useQueryClient();
  const { uuid } = post;
  const asking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef({ post: false, comments: false });
  useEffect(
    () => () => {
      if (asking.current === undefined) return;
      clearTimeout(asking.current);
      asking.current = undefined;
      since.current = 0;
    },
    [since],
  );

  const ask = (what: { post: boolean; comments: boolean }) => {
    wanted.current.post ||= what.post;
    wanted.current.comments ||= what.comments;
    if (!wanted.current.post && !wanted.current.comments) return;
    asking.current ??= setTimeout(() => {
      asking.current = undefined;
      const { post: also, comments } = wanted.current;
      wanted.current = { post: false, comments: false };
      if (also) void look(client, uuid);
      if (comments) void client.invalidateQueries({ queryKey: commentsKey(uuid) });
    }, Math.random() * ASK_WITHIN_MS);
  };
  const catchUp = () => {
    const old = Date.now() - since.current > OLD_MS;
    since.current = Date.now();
    if (old) ask({ post: true, comments: true });
  };

  useSubscription<PostEvent | { type: 'RESYNC' }>(`/topic/post/${uuid}`, {
    onMessage: (event) => {
      since.current = Date.now();
      if (event.type === 'RESYNC') ask({ post: true, comments: true });
      else if (event.type === 'POST_DELETED') gone(client, uuid);
      else {
        const liking = client.isMutating({ mutationKey: likeKey(uuid) }) > 0;
        ask(outdated(post, event, liking));
        changePost(client, uuid, (held) => counted(held, event, liking));
      }
    },
    onActive: catchUp,
    // The right may be gone, or the post: it says itself which.
    onDenied: () => void look(client, uuid),
  });
}

/** Whether the live connection tells: then nothing needs to be asked for at intervals. */
export const useTold = (): boolean => {
  const signedIn = useSignedIn();
  const { status } = useConnection();
  return signedIn && status === 'CONNECTED';
};

/** Calls when posts have come into one's timeline, once for what comes together; also when some may have been missed. */
export function useComing(active: boolean, onCome: () => void): void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const come = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      onCome();
    }, Math.random() * ASK_WITHIN_MS);
  };
  const first = useRef(true);
  useSubscription<UserEvent>(active ? '/user/queue/notifications' : null, {
    onMessage: ({ type }) => {
      if (type === 'FEED_POST' || type === 'RESYNC') come();
    },
    onActive: () => {
      // The list has just been asked for.
      if (!first.current) come();
      first.current = false;
    },
  });
}
