/** What messages ask of their readers, by version (contract 3.7, 3.8): the older never wins, and what I did is mine. */
import { describe, expect, it } from 'vitest';
import type { Message, Poll } from '@/api/types.ts';
import type { LiveNotification } from '@/realtime/events.ts';
import { type Asked, ChatServer, ME } from '@/test/chatServer.ts';
import { fold } from './fold.ts';
import type { HeldMessage, Scope, Timeline } from './model.ts';
import { hold, mergeMessage, replaceWindow } from './pages.ts';
import { confirmed, voted } from './votes.ts';

const CHANNEL: Scope = { me: ME, threadId: null };

function asks(asked: Asked) {
  const server = new ChatServer();
  server.create(2, null, true, asked);
  const message = server.messages.get(1) as Message;
  return { server, message, channel: replaceWindow(undefined, server.page()) };
}

const last = ({ log }: ChatServer) => log.at(-1) as LiveNotification;
const first = ({ byId }: Timeline) => byId[1] as HeldMessage;
const counts = (poll: Poll | null) => poll?.options.map(({ count }) => count);
const chosen = (poll: Poll | null) => poll?.options.map(({ me }) => me === true);

describe('of two states the higher version holds', () => {
  const { channel, server } = asks('ack');
  const told = { ...last(server), type: 'MESSAGE_UPDATE' as const };
  const poll = asks('poll').message.poll;
  it.each([
    ['priority', { priority: 'NORMAL' }, 'IMPORTANT', 'NORMAL'],
    ['requestedAck', { requestedAck: false }, true, false],
    ['ackCount', { ackCount: 3 }, 0, 3],
    ['messageType', { messageType: 'POLL' }, 'TEXT', 'POLL'],
    ['poll', { poll }, null, poll],
  ] as const)('%s', (field, change, before, after) => {
    const newer = fold(channel, { ...told, ...change, version: 3 } as LiveNotification, CHANNEL);
    const older = fold(newer, { ...told, version: 2 }, CHANNEL);
    expect(first(channel)[field]).toEqual(before);
    for (const state of [newer, older]) expect(first(state)[field]).toEqual(after);
    const early = fold(channel, { ...told, ...change, version: 0 } as LiveNotification, CHANNEL);
    expect(first(early)[field]).toEqual(before);
  });
});

describe('my vote', () => {
  it('is told by the names of an open poll, also from my other device', () => {
    const { server, message, channel } = asks('poll');
    server.vote(message, ME, 1);
    const state = first(fold(channel, last(server), CHANNEL));
    expect(counts(state.poll)).toEqual([0, 1, 0]);
    expect(chosen(state.poll)).toEqual([false, true, false]);
    server.vote(message, ME, 2);
    expect(chosen(first(fold(channel, last(server), CHANNEL)).poll)).toEqual([false, false, true]);
  });

  it('in an anonymous poll stands through what is told of others', () => {
    const { server, message, channel } = asks('anonymous');
    server.vote(message, ME, 1);
    const mine = voted(first(channel), structuredClone(message.poll) as Poll, 1);
    expect(chosen(mine.poll)).toEqual([false, true, false]);
    const held = { ...channel, byId: { 1: mine } };
    server.vote(message, 3, 0);
    const after = first(fold(held, last(server), CHANNEL));
    expect(counts(after.poll)).toEqual([1, 1, 0]);
    expect(chosen(after.poll)).toEqual([false, true, false]);
  });

  it('stands against a page from before it, and gives way to one from after it', () => {
    const { server, message, channel } = asks('anonymous');
    const before = structuredClone(message);
    server.vote(message, ME, 1);
    const mine = voted(first(channel), structuredClone(message.poll) as Poll, 1);
    expect(chosen(mergeMessage(mine, before, 0).poll)).toEqual([false, true, false]);
    server.vote(message, ME, 2);
    const again = mergeMessage(mine, structuredClone(message), 0);
    expect(chosen(again.poll)).toEqual([false, false, true]);
  });

  it('whose answer comes late takes no counts back', () => {
    const { server, message, channel } = asks('anonymous');
    server.vote(message, ME, 1);
    const answer = structuredClone(message.poll) as Poll;
    server.vote(message, 3, 0);
    const told = first(fold(channel, last(server), CHANNEL));
    const mine = voted(told, answer, 1);
    expect(counts(mine.poll)).toEqual([1, 1, 0]);
    expect(chosen(mine.poll)).toEqual([false, true, false]);
  });
});

describe('my confirmation', () => {
  it('stands, whatever is told of others, until the message is deleted', () => {
    const { server, message, channel } = asks('ack');
    const mine = confirmed(first(channel), 1);
    expect(mine).toMatchObject({ myAck: true, ackCount: 1 });
    server.confirm(message, ME);
    server.confirm(message, 3);
    const told = fold({ ...channel, byId: { 1: mine } }, last(server), CHANNEL);
    expect(first(told)).toMatchObject({ myAck: true, ackCount: 2 });
    // The answer to it may be older.
    expect(confirmed(first(told), 1).ackCount).toBe(2);
    server.remove(message);
    const gone = first(fold(told, last(server), CHANNEL));
    expect(gone).toMatchObject({ requestedAck: false, myAck: false, ackCount: null });
  });

  it('is known from a page', () => {
    const { server, message } = asks('ack');
    server.confirm(message, ME);
    expect(hold(message, 0).myAck).toBe(true);
  });
});
