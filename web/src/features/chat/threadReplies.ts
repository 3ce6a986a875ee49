/** Threads as the server has them, with what is heard of them while they are on their way. */
import type { QueryClient } from '@tanstack/react-query';
import { chatApi } from './api.ts';
import { foldThread } from './cache/fold.ts';
import { emptyTimeline, type Page, type ThreadState, type Timeline } from './cache/model.ts';
import { hold, mergeMessage, mergeNewer, replaceWindow } from './cache/pages.ts';
import type { ChannelFeed } from './feed.ts';
import { chatKeys } from './queries.ts';

/** More than nearly every thread holds; the rest comes on request. */
const PAGES_AT_FIRST = 5;

interface Session {
  client: QueryClient;
  me: { idUser: number };
  feed: Pick<ChannelFeed, 'channelId' | 'collect'> | null;
  timeline: (channelId: number) => Timeline | undefined;
}

/** The thread from its first reply on, as far as it is shown at first. */
export async function fetchThread(
  session: Session,
  channelId: number,
  threadId: number,
  signal?: AbortSignal,
): Promise<ThreadState> {
  const heard = listen(session, channelId, threadId);
  try {
    // Read after this cursor, so whatever it tells is in the answer.
    const cursor = session.timeline(channelId)?.cursor ?? 0;
    const first = await chatApi.thread(threadId, undefined, signal);
    let replies = replaceWindow(emptyTimeline, pageOf(first, cursor));
    for (let page = 1; replies.hasNewer && page < PAGES_AT_FIRST; page += 1) {
      const more = await chatApi.thread(threadId, replies.ids.at(-1), signal);
      replies = mergeNewer(replies, pageOf(more, cursor));
    }
    const held = session.client.getQueryData<ThreadState>(chatKeys.thread(channelId, threadId));
    return heard.foldInto({
      parent: held ? mergeMessage(held.parent, first.parent, cursor) : hold(first.parent, cursor),
      replies,
    });
  } finally {
    heard.stop();
  }
}

/** The replies after those that are held, up to the next page's end. */
export async function fetchNewer(session: Session, channelId: number, threadId: number) {
  const key = chatKeys.thread(channelId, threadId);
  const last = session.client.getQueryData<ThreadState>(key)?.replies.ids.at(-1);
  if (last === undefined) return;
  const heard = listen(session, channelId, threadId);
  try {
    const cursor = session.timeline(channelId)?.cursor ?? 0;
    const page = pageOf(await chatApi.thread(threadId, last), cursor);
    session.client.setQueryData<ThreadState>(
      key,
      (held) => held && heard.foldInto({ ...held, replies: mergeNewer(held.replies, page) }),
    );
  } finally {
    heard.stop();
  }
}

type ThreadPage = Awaited<ReturnType<typeof chatApi.thread>>;

const pageOf = ({ replies, hasMore }: ThreadPage, cursor: number): Page => ({
  messages: replies,
  hasOlder: false,
  hasNewer: hasMore,
  cursor,
});

/** An answer may be older than what is heard on its way, which nothing is held to take in: to be folded into the answer. */
function listen({ feed, me }: Session, channelId: number, threadId: number) {
  const heard = feed?.channelId === channelId ? feed.collect() : null;
  const scope = { me: me.idUser, threadId };
  return {
    foldInto: (thread: ThreadState) =>
      heard?.events.reduce((state, event) => foldThread(state, event, scope), thread) ?? thread,
    stop: () => heard?.stop(),
  };
}
