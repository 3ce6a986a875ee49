/** Cases of the cache's law that random histories seldom or never hold (contract 3.3, 3.4, 3.6, 3.7). */
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import type { LiveNotification, LiveType } from '@/realtime/events.ts';
import { ChatServer, ME, TOMBSTONE } from '@/test/chatServer.ts';
import { fold, foldAll, foldThread, inWindow, isMessageEvent } from './fold.ts';
import type { HeldMessage, Scope, ThreadState, Timeline } from './model.ts';
import { hold, replaceWindow } from './pages.ts';

const CHANNEL: Scope = { me: ME, threadId: null };
const THREAD: Scope = { me: ME, threadId: 1 };

/** Message 1 with reply 2, and message 3. */
function talk() {
  const server = new ChatServer();
  server.create(2, null, true);
  server.create(ME, 1, true);
  server.create(2, null, true);
  const page = server.page();
  const channel = replaceWindow(undefined, page);
  const thread: ThreadState = {
    parent: hold(page.messages[0] as Message, page.cursor),
    replies: replaceWindow(undefined, server.page(server.replies(1))),
  };
  return { server, channel, thread };
}

const last = ({ log }: ChatServer) => log.at(-1) as LiveNotification;
const message = ({ messages }: ChatServer, id: number) => messages.get(id) as Message;
const held = ({ byId }: Timeline, id: number) => byId[id] as HeldMessage;

/** An event that says no more than every notification says. */
const bare = (type: string, more: Partial<LiveNotification> = {}): LiveNotification => ({
  type: type as LiveType,
  workspaceId: 7,
  channelId: 9,
  senderId: 2,
  senderName: 'U2',
  senderSlug: 'u2',
  created: '2026-01-01T00:00:00.000Z',
  timestamp: 0,
  cursor: 100,
  ...more,
});

describe('what is not about a message that is held', () => {
  it.each([
    'CHANNEL_CREATED',
    'CHANNEL_UPDATED',
    'CHANNEL_ARCHIVED',
    'CHANNEL_READ',
    'MEMBER_CHANGED',
    'WORKSPACE_UPDATED',
    'CHANNEL_DIGEST',
    'RESYNC',
    'SOMETHING_NEW',
  ])('changes nothing: %s without a message', (type) => {
    const { channel, thread } = talk();
    expect(isMessageEvent(bare(type))).toBe(false);
    expect(fold(channel, bare(type), CHANNEL)).toBe(channel);
    expect(foldThread(thread, bare(type), THREAD)).toBe(thread);
  });

  it('changes nothing: a message of the channel, for a thread it does not begin', () => {
    const { server, thread } = talk();
    server.edit(message(server, 3));
    expect(foldThread(thread, last(server), THREAD)).toBe(thread);
  });

  it('changes nothing: a reply in another thread', () => {
    const { server, channel, thread } = talk();
    server.create(2, 3, true);
    expect(foldThread(thread, last(server), THREAD)).toBe(thread);
    const elsewhere = replaceWindow(undefined, server.page([message(server, 1)]));
    expect(fold(elsewhere, last(server), CHANNEL)).toBe(elsewhere);
    expect(held(fold(channel, last(server), CHANNEL), 3).replyCount).toBe(1);
  });

  it('changes nothing: a reply that comes without its first message', () => {
    const { server, channel } = talk();
    server.create(2, 1, true);
    const told = { ...last(server), parent: null };
    expect(fold(channel, told, CHANNEL)).toBe(channel);
  });
});

describe('an event', () => {
  it('that comes again leaves the very same state, so that nothing is drawn anew', () => {
    const { server, channel, thread } = talk();
    server.edit(message(server, 1));
    server.create(2, 1, true);
    const once = foldAll(channel, server.log, CHANNEL);
    const open = server.log.reduce((state, event) => foldThread(state, event, THREAD), thread);
    for (const event of server.log) {
      expect(fold(once, event, CHANNEL)).toBe(once);
      expect(foldThread(open, event, THREAD)).toBe(open);
    }
  });

  it('that changes a message changes neither the order nor the others', () => {
    const { server, channel } = talk();
    server.edit(message(server, 1));
    const edited = fold(channel, last(server), CHANNEL);
    expect(edited.ids).toBe(channel.ids);
    expect(held(edited, 3)).toBe(held(channel, 3));
    expect(held(edited, 1).content).toBe(message(server, 1).content);
  });

  it('about a thread’s first message leaves its replies, and one about a reply changes both', () => {
    const { server, thread } = talk();
    server.edit(message(server, 1));
    const edited = foldThread(thread, last(server), THREAD);
    expect(edited.parent.content).toBe(message(server, 1).content);
    expect(edited.replies).toBe(thread.replies);
    server.create(2, 1, true);
    const answered = foldThread(edited, last(server), THREAD);
    expect(answered.parent.replyCount).toBe(2);
    expect(answered.replies.ids).toEqual([2, 4]);
  });

  it('of a message that came late stands where its id belongs', () => {
    const { server, channel } = talk();
    server.create(2, null, true);
    server.create(2, null, true);
    const [fourth, fifth] = server.log.slice(-2) as [LiveNotification, LiveNotification];
    expect(foldAll(channel, [fifth, fourth], CHANNEL).ids).toEqual([1, 3, 4, 5]);
  });

  it('of an unknown type is a new message, seen and not edited', () => {
    const { channel } = talk();
    const told = bare('SOMETHING_NEW', { messageId: 8, content: 'Hej', version: 1 });
    const now = fold(channel, told, CHANNEL);
    expect(now.ids).toEqual([1, 3, 8]);
    expect(held(now, 8)).toMatchObject({
      content: 'Hej',
      formattedContent: 'Hej',
      visible: true,
      edited: false,
      deleted: false,
      mentions: [],
      replyCount: 0,
      lastReplyAt: null,
      parentMessageId: null,
      userAvatar: null,
      clientMessageId: null,
      updated: '2026-01-01T00:00:00.000Z',
    });
  });

  it('that says nothing of text, time or version leaves them', () => {
    const { channel } = talk();
    const { content, updated, version } = held(channel, 1);
    const now = held(fold(channel, bare('MESSAGE_UPDATE', { messageId: 1 }), CHANNEL), 1);
    expect(now).toMatchObject({ content, updated, version });
  });

  it.each(['MESSAGE_DELETE', 'MESSAGE_DELETED'])('%s takes the text away', (type) => {
    const { channel } = talk();
    const now = held(fold(channel, bare(type, { messageId: 1, version: 9 }), CHANNEL), 1);
    expect(now).toMatchObject({ deleted: true, content: TOMBSTONE, formattedContent: TOMBSTONE });
  });

  it('read back of a message that is deleted by now shows it deleted, whatever it told', () => {
    const { server, channel } = talk();
    server.create(2, null, true);
    const { cursor } = last(server);
    server.remove(message(server, 4));
    const [created] = server.eventsAfter(cursor - 1);
    expect(created?.type).toBe('MESSAGE_CREATE');
    const now = fold(channel, created as LiveNotification, CHANNEL);
    expect(held(now, 4)).toMatchObject({ deleted: true, content: TOMBSTONE });
  });

  it('of a new text that waits for a moderator leaves the approved one', () => {
    const { server, channel } = talk();
    const { content } = message(server, 3);
    server.edit(message(server, 3));
    const waits = { type: 'MESSAGE_PENDING' as const, visible: true, proposed: 'Nytt', content };
    const now = held(fold(channel, { ...last(server), ...waits }, CHANNEL), 3);
    expect(now).toMatchObject({ content, visible: true });
  });

  it('told twice at one version holds as it was told the second time', () => {
    const { server, channel } = talk();
    server.react(message(server, 1), ME, '👍');
    const on = last(server);
    const off = { ...on, added: false, reactions: [] };
    const both = [{ emoji: '👍', count: 2 }];
    const reactions = (events: LiveNotification[]) =>
      held(foldAll(channel, events, CHANNEL), 1).reactions;
    expect(reactions([off, on])).toEqual([{ emoji: '👍', count: 1, me: true }]);
    expect(reactions([on, { ...on, reactions: both }])).toEqual([{ ...both[0], me: true }]);
  });

  it('of another’s reaction does not make it mine', () => {
    const { server, channel } = talk();
    server.react(message(server, 1), 2, '👍');
    const now = held(fold(channel, last(server), CHANNEL), 1);
    expect(now.reactions).toEqual([{ emoji: '👍', count: 1, me: false }]);
  });
});

describe('moderation', () => {
  it('removes a rejected message and does not let a late frame bring it back', () => {
    const { server, channel } = talk();
    server.create(ME, null, false);
    expect(fold(channel, last(server), CHANNEL).ids).toEqual([1, 3, 4]);
    server.remove(message(server, 4));
    const state = foldAll(channel, [...server.log, ...server.log], CHANNEL);
    expect(state.ids).toEqual([1, 3]);
  });

  it('leaves a published message that is deleted in its place', () => {
    const { server, channel } = talk();
    server.remove(message(server, 1));
    const state = fold(channel, last(server), CHANNEL);
    expect(state.ids).toEqual([1, 3]);
    expect(held(state, 1)).toMatchObject({ deleted: true, content: TOMBSTONE });
  });
});

describe('a window', () => {
  const of = (ids: number[], hasOlder: boolean, hasNewer: boolean): Timeline => ({
    ids,
    byId: {},
    hasOlder,
    hasNewer,
    cursor: 0,
  });

  it.each([
    [of([3, 5], true, true), [3, 4, 5], [2, 6]],
    [of([3, 5], false, true), [2, 3, 4, 5], [6]],
    [of([3, 5], true, false), [3, 4, 5, 6], [2]],
    [of([3, 5], false, false), [2, 4, 6], []],
    // Where nothing is shown, nobody can say on which side of what is left out a message lies.
    [of([], true, false), [], [4]],
    [of([], false, true), [], [4]],
    [of([], false, false), [4], []],
  ])('%o holds %o and not %o', (window, inside, outside) => {
    expect(inside.filter((id) => !inWindow(window, id))).toEqual([]);
    expect(outside.filter((id) => inWindow(window, id))).toEqual([]);
  });

  it('leaves what lies outside it to its page', () => {
    const server = new ChatServer();
    for (let n = 0; n < 6; n += 1) server.create(2, null, true);
    const page = server.page(server.top().slice(2, 4));
    const window = replaceWindow(undefined, { ...page, hasOlder: true, hasNewer: true });
    expect(foldAll(window, server.log, CHANNEL)).toBe(window);
  });
});
