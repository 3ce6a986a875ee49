/** Posts wherever they are held, and one's like. What else is done with them: `usePosting.ts`, which comes when it is done. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/toast.ts';
import { toggled } from '@/lib/liked.ts';
import { feedFailed } from '@/texts/feed.ts';
import { feedCalls, feedKey, listsKey, postKey } from './api.ts';
import { changed, type Held, mapItems } from './fold.ts';
import type { FeedPost } from './types.ts';

/** As specified (ms). */
const SAID_FOR = 3_000;

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
