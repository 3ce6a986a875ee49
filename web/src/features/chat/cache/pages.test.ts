/** Pages and answers folded into what is held (contract 3.3, 3.4, 3.7). */
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import type { LiveNotification } from '@/realtime/events.ts';
import { ChatServer, ME, TOMBSTONE } from '@/test/chatServer.ts';
import { fold, foldAll } from './fold.ts';
import type { HeldMessage, Page, Scope, ThreadState, Timeline } from './model.ts';
import {
  hold,
  mergeMessage,
  mergeNewer,
  mergeOlder,
  replaceWindow,
  settle,
  settleMessage,
  settleThread,
  trim,
  trimNewest,
} from './pages.ts';

const CHANNEL: Scope = { me: ME, threadId: null };
const THREAD: Scope = { me: ME, threadId: 1 };

function of(count: number) {
  const server = new ChatServer();
  for (let n = 0; n < count; n += 1) server.create(2, null, true);
  return server;
}

const message = (server: ChatServer, id: number, more: Partial<Message> = {}): Message => ({
  ...structuredClone(server.messages.get(id) as Message),
  ...more,
});
const open = (server: ChatServer, ...ids: number[]) =>
  replaceWindow(undefined, server.page(ids.map((id) => message(server, id))));
const held = ({ byId }: Timeline, id: number) => byId[id] as HeldMessage;

const like = (count: number, me: boolean) => [{ emoji: '👍', count, me }];

describe('a message fetched again', () => {
  const server = of(1);
  const at = (version: number, me: boolean) =>
    message(server, 1, { version, reactions: like(me ? 2 : 1, me) });
  const reactions = (...fetched: Message[]) =>
    fetched.reduce<HeldMessage | undefined>((now, one) => mergeMessage(now, one, 1), undefined)
      ?.reactions;

  it('holds at its highest version, and my own reaction with it', () => {
    expect(reactions(at(3, true), at(5, false))).toEqual(like(1, false));
    expect(reactions(at(5, false), at(3, true))).toEqual(like(1, false));
    expect(reactions(at(3, false), at(5, true))).toEqual(like(2, true));
    expect(reactions(at(5, true), at(3, false))).toEqual(like(2, true));
  });

  it('holds as it was told the second time, at one version', () => {
    expect(reactions(at(3, true), at(3, false))).toEqual(like(1, false));
    expect(reactions(at(3, false), at(3, true))).toEqual(like(2, true));
    const edited = mergeMessage(
      hold(at(3, true), 1),
      message(server, 1, { version: 3, content: 'Nytt' }),
      1,
    );
    expect(edited.content).toBe('Nytt');
  });

  it('does not forget a reaction of mine that is newer than the page, nor keeps one it is newer than', () => {
    const reacting = of(1);
    const before = open(reacting, 1);
    reacting.react(reacting.messages.get(1) as Message, ME, '👍');
    const event = reacting.log.at(-1) as LiveNotification;
    const reacted = held(fold(before, event, CHANNEL), 1);
    const version = event.version as number;
    const page = (at: number) => message(reacting, 1, { version: at, reactions: [] });
    expect(mergeMessage(reacted, page(version - 1), 1).reactions).toEqual(like(1, true));
    const since = mergeMessage(reacted, page(version), 1);
    expect(since.reactions).toEqual([]);
    const othersOnly = { ...event, version: version + 1, userId: 2, reactions: like(1, false) };
    expect(held(fold({ ...before, byId: { 1: since } }, othersOnly, CHANNEL), 1).reactions).toEqual(
      like(1, false),
    );
  });
});

describe('a page', () => {
  it('joins the window at its own end, without doubles, in order', () => {
    const server = of(6);
    const window = { ...open(server, 3, 4), hasOlder: true, hasNewer: true };
    const older = mergeOlder(window, server.page([1, 2, 3].map((id) => message(server, id))));
    expect(older).toMatchObject({ ids: [1, 2, 3, 4], hasOlder: false, hasNewer: true });
    const newer = mergeNewer(window, server.page([4, 5, 6].map((id) => message(server, id))));
    expect(newer).toMatchObject({ ids: [3, 4, 5, 6], hasOlder: true, hasNewer: false });
    const more = { ...server.page([message(server, 2)]), hasOlder: true };
    expect(mergeOlder(window, more).hasOlder).toBe(true);
  });

  it('does not bring back a message that was refused', () => {
    const server = of(1);
    server.create(ME, null, false);
    const waiting = message(server, 2);
    const before = server.page([message(server, 1), waiting]);
    server.remove(server.messages.get(2) as Message);
    const gone = foldAll(replaceWindow(undefined, before), server.log, CHANNEL);
    expect(gone.ids).toEqual([1]);
    expect(mergeOlder(gone, before).ids).toEqual([1]);
    const refused = message(server, 2);
    expect(mergeOlder(open(server, 1), { ...before, messages: [refused] }).ids).toEqual([1]);
    const stale = replaceWindow(undefined, before);
    expect(mergeOlder(stale, { ...before, messages: [refused] }).ids).toEqual([1]);
  });

  const MINUTE = 60_000;
  /** Ids of a time: ms above 12 bits (storage/src/platform/ids.rs). */
  const idAt = (ms: number) => ms * 4096;
  const NOW = 500_000_000_000;
  const pageNow = (server: ChatServer, ids: number[], more: Partial<Page> = {}): Page => ({
    ...server.page(ids.map((id) => message(server, id))),
    cursor: idAt(NOW),
    ...more,
  });
  const learnt = (server: ChatServer, id: number, at: number, visible = true): Timeline => ({
    ...open(server, id),
    byId: { [id]: hold(message(server, id, { visible }), at) },
  });

  it('in place of another keeps what came while it was read, though another node’s clock is behind', () => {
    const server = of(3);
    const page = pageNow(server, [1, 2]);
    const second = idAt(1_000);
    expect(replaceWindow(learnt(server, 3, page.cursor + second), page).ids).toEqual([1, 2, 3]);
    expect(replaceWindow(learnt(server, 3, page.cursor - second), page).ids).toEqual([1, 2, 3]);
    const longAgo = page.cursor - idAt(5 * MINUTE);
    expect(replaceWindow(learnt(server, 3, longAgo), page).ids).toEqual([1, 2]);
  });

  it('in place of another lets go what waited and is gone', () => {
    const server = of(3);
    const page = pageNow(server, [1, 2]);
    const waited = (at: number) => replaceWindow(learnt(server, 3, at, false), page).ids;
    expect(waited(page.cursor - idAt(1_000))).toEqual([1, 2]);
    expect(waited(page.cursor)).toEqual([1, 2]);
    expect(waited(page.cursor + 1)).toEqual([1, 2, 3]);
  });

  it('in place of another takes nothing that lies outside it', () => {
    const server = of(4);
    const page = pageNow(server, [2, 3], { hasOlder: true, hasNewer: true });
    for (const id of [1, 4]) {
      const now = replaceWindow(learnt(server, id, page.cursor + 1), page);
      expect(now).toMatchObject({
        ids: [2, 3],
        hasOlder: true,
        hasNewer: true,
        cursor: page.cursor,
      });
    }
  });

  it('in place of another holds each message at its higher version', () => {
    const server = of(1);
    const old = open(server, 1);
    server.edit(server.messages.get(1) as Message);
    const ahead = open(server, 1);
    const text = message(server, 1).content;
    expect(held(replaceWindow(old, server.page()), 1).content).toBe(text);
    const stale = { ...server.page([held(old, 1)]), cursor: 0 };
    expect(held(replaceWindow(ahead, stale), 1).content).toBe(text);
  });
});

describe('the answer to what I wrote', () => {
  const server = of(3);
  server.create(ME, 1, true);
  server.create(ME, null, true);
  const channel = open(server, 1, 2);
  const thread: ThreadState = {
    parent: hold(message(server, 1), 1),
    replies: replaceWindow(undefined, server.page([])),
  };

  it('and its echo are one message, whichever comes first', () => {
    const answer = message(server, 5);
    const { log } = server;
    const answered = foldAll(settle(channel, answer, CHANNEL), log, CHANNEL);
    const echoed = settle(foldAll(channel, log, CHANNEL), answer, CHANNEL);
    expect(settle(channel, answer, CHANNEL).ids).toEqual([1, 2, 5]);
    expect(answered.ids).toEqual([1, 2, 3, 5]);
    expect(echoed.ids).toEqual([1, 2, 3, 5]);
    expect(held(echoed, 5).content).toBe(held(answered, 5).content);
  });

  it('shows where it belongs: a reply in its thread, the rest in the channel', () => {
    const reply = message(server, 4);
    expect(settle(channel, reply, CHANNEL)).toBe(channel);
    expect(settle(thread.replies, message(server, 2), THREAD)).toBe(thread.replies);
    expect(settleThread(thread, reply, THREAD).replies.ids).toEqual([4]);
    expect(settleThread(thread, message(server, 2), THREAD)).toBe(thread);
    expect(settle(channel, message(server, 5), CHANNEL).ids).toEqual([1, 2, 5]);
  });

  it('outside the window comes with its page', () => {
    const window = { ...channel, hasNewer: true };
    expect(settle(window, message(server, 3), CHANNEL)).toBe(window);
  });

  it('changes the message that is held, in channel and thread', () => {
    const edited = message(server, 1, { content: 'Ändrat', version: 99 });
    expect(held(settle(channel, edited, CHANNEL), 1).content).toBe('Ändrat');
    const now = settleThread(thread, edited, THREAD);
    expect(now.parent.content).toBe('Ändrat');
    expect(now.replies).toBe(thread.replies);
  });

  it('undoes nothing that is newer, nor what is published while a new text waits', () => {
    const newer = settle(channel, message(server, 1, { content: 'Nyare', version: 99 }), CHANNEL);
    expect(held(settle(newer, message(server, 1), CHANNEL), 1).content).toBe('Nyare');
    const waits = message(server, 1, { content: 'Nytt', visible: false, version: 100 });
    expect(settle(newer, waits, CHANNEL)).toBe(newer);
  });

  it('leaves the approved text while a new one waits', () => {
    const published = held(channel, 1);
    const waits = message(server, 1, { content: 'Nytt', visible: false, version: 99 });
    expect(settleMessage(published, waits)).toBe(published);
    const gone = { ...waits, deleted: true, content: TOMBSTONE };
    expect(settleMessage(published, gone).content).toBe(TOMBSTONE);
    const waiting = { ...published, visible: false };
    expect(settleMessage(waiting, waits).content).toBe('Nytt');
    expect(settleMessage(waiting, { ...waits, visible: true }).visible).toBe(true);
  });
});

describe('a window that has grown', () => {
  const server = of(4);
  const window = open(server, 1, 2, 3, 4);

  it('keeps its newest, and says that there is older', () => {
    expect(trim(window, 3)).toMatchObject({ ids: [2, 3, 4], hasOlder: true, hasNewer: false });
    expect(Object.keys(trim(window, 3).byId)).toEqual(['2', '3', '4']);
    expect(trim(window, 4)).toBe(window);
  });

  it('keeps its oldest while one reads far up, and says that there is newer', () => {
    expect(trimNewest(window, 3)).toMatchObject({
      ids: [1, 2, 3],
      hasOlder: false,
      hasNewer: true,
    });
    expect(held(trimNewest(window, 3), 3)).toBe(held(window, 3));
    expect(trimNewest(window, 4)).toBe(window);
  });
});
