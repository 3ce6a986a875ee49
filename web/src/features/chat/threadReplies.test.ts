/** Contract 3.6, 3.7: what was acknowledged is shown, whenever it came. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ChatServer, ME } from '@/test/chatServer.ts';
import type { ThreadState, Timeline } from './cache/model.ts';
import { replaceWindow } from './cache/pages.ts';
import { ChannelFeed } from './feed.ts';
import { chatKeys } from './queries.ts';
import { fetchNewer, fetchThread } from './threadReplies.ts';

const CHANNEL = 9;
const OTHER = 2;
const THREAD = 1;

/** A page's answers, each made when it is asked for and given when it is let go. */
function slowThread(server: ChatServer, limit = 100) {
  const waiting: (() => void)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const after = Number(new URL(String(input), 'http://localhost').searchParams.get('after') ?? 0);
    const rest = server.replies(THREAD).filter(({ id }) => id > after);
    const answer = JSON.stringify({
      success: true,
      data: {
        parent: server.messages.get(THREAD),
        replies: rest.slice(0, limit),
        hasMore: rest.length > limit,
      },
    });
    await new Promise<void>((go) => waiting.push(go));
    return new Response(answer, { headers: { 'content-type': 'application/json' } });
  });
  return {
    asked: (times: number) => vi.waitFor(() => expect(waiting).toHaveLength(times)),
    letGo: () => waiting.at(-1)?.(),
  };
}

function opened(server: ChatServer) {
  const client = new QueryClient();
  const feed = new ChannelFeed(client, CHANNEL, ME);
  const key = chatKeys.messages(CHANNEL);
  client.setQueryData<Timeline>(key, replaceWindow(undefined, server.page()));
  const timeline = () => client.getQueryData<Timeline>(key);
  /** As it comes from the connection, folded in the next frame. */
  const hears = async () => {
    const { length } = server.log;
    feed.receive(server.log[length - 1] as (typeof server.log)[number]);
    await vi.waitFor(() =>
      expect(timeline()?.byId[THREAD]?.replyCount).toBe(server.replies(THREAD).length),
    );
  };
  return { session: { client, feed, timeline, me: { idUser: ME } }, hears };
}

const ids = (thread: ThreadState | undefined) => thread?.replies.ids;

afterEach(() => vi.restoreAllMocks());

it('shows a reply that came while its thread was asked for', async () => {
  const server = new ChatServer();
  server.create(ME, null, true);
  const { session, hears } = opened(server);
  const slow = slowThread(server);
  const asked = fetchThread(session, CHANNEL, THREAD);
  await slow.asked(1);
  server.create(OTHER, THREAD, true);
  await hears();
  slow.letGo();
  const thread = await asked;
  expect(ids(thread)).toEqual([2]);
  expect(thread.parent.replyCount).toBe(1);
});

it('shows a reply that came while the last page of its thread was asked for', async () => {
  const server = new ChatServer();
  server.create(ME, null, true);
  for (let reply = 0; reply < 2; reply += 1) server.create(OTHER, THREAD, true);
  const { session, hears } = opened(server);
  const held = replaceWindow(undefined, {
    ...server.page(server.replies(THREAD).slice(0, 1)),
    hasNewer: true,
  });
  const key = chatKeys.thread(CHANNEL, THREAD);
  const parent = session.timeline()?.byId[THREAD] as ThreadState['parent'];
  session.client.setQueryData<ThreadState>(key, { parent, replies: held });
  const slow = slowThread(server);
  const asked = fetchNewer(session, CHANNEL, THREAD);
  await slow.asked(1);
  server.create(OTHER, THREAD, true);
  await hears();
  slow.letGo();
  await asked;
  expect(ids(session.client.getQueryData(key))).toEqual([2, 3, 4]);
});
