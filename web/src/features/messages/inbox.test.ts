import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyInbox, foldInbox, type Inbox, type InboxEvent, mergePage, namesOf } from './inbox.ts';
import type { Conversation } from './types.ts';

const ME = 1;

/** The truth, as the contract has it: what was said in each conversation, and how far I have read. */
interface Said {
  id: number;
  userId: number;
  text: string;
  version: number;
}
interface Server {
  talks: Map<number, { said: Said[]; read: number; opened: number }>;
  log: InboxEvent[];
  clock: number;
}

const at = (tick: number) => new Date(Date.UTC(2026, 0, 1) + tick * 1000).toISOString();
const person = (userId: number) => ({
  userId,
  displayName: `U${userId}`,
  username: `u${userId}`,
  slug: `u${userId}`,
  online: false,
});

const lineOf = (said: Said) => ({
  messageId: said.id,
  userId: said.userId,
  preview: said.text,
  created: at(said.id),
});

function fetched({ talks }: Server): Conversation[] {
  return [...talks]
    .map(([id, { said, read, opened }]): Conversation => {
      const last = said.at(-1);
      return {
        id,
        channelId: id,
        idType: 1,
        people: [person(id)],
        lastMessage: last ? lineOf(last) : null,
        lastActivity: at(last?.id ?? opened),
        hasUnread: said.some((one) => one.userId !== ME && one.id > read),
        mentionCount: 0,
        lastReadMessageId: read || null,
        notifyLevel: 'default',
        muted: false,
        canPost: true,
      };
    })
    .sort((a, b) => b.lastActivity.localeCompare(a.lastActivity) || b.id - a.id);
}

type Step = { talk: number; what: 'mine' | 'theirs' | 'edit' | 'read' | 'reply'; pick: number };

function play(server: Server, { talk: channelId, what, pick }: Step) {
  server.clock += 1;
  const talk = server.talks.get(channelId) ?? { said: [], read: 0, opened: server.clock };
  const people = [person(ME), person(channelId)];
  if (what === 'mine' || what === 'theirs' || what === 'reply') {
    const userId = what === 'mine' ? ME : channelId;
    const said = { id: server.clock, userId, text: `t${server.clock}`, version: 1 };
    const told = { type: 'DIRECT_MESSAGE', channelId, change: 'CREATE', version: 1 } as const;
    if (what === 'reply') {
      const parentMessageId = talk.said.at(-1)?.id;
      if (!parentMessageId) return;
      server.log.push({ ...told, message: lineOf(said), parentMessageId, people });
      return;
    }
    talk.said.push(said);
    if (what === 'mine') talk.read = said.id;
    server.talks.set(channelId, talk);
    server.log.push({ ...told, message: lineOf(said), people });
  } else if (what === 'edit') {
    const said = talk.said[pick % Math.max(talk.said.length, 1)];
    if (!said) return;
    said.version += 1;
    said.text = `${said.text}!`;
    const { version } = said;
    server.log.push({
      type: 'DIRECT_MESSAGE',
      channelId,
      change: 'UPDATE',
      version,
      message: lineOf(said),
    });
  } else {
    const read = talk.said.at(-1 - (pick % 2))?.id;
    if (!read || read <= talk.read) return;
    talk.read = read;
    server.log.push({ type: 'CHANNEL_READ', channelId, lastReadMessageId: read });
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  talk: fc.constantFrom(11, 12, 13, 14),
  what: fc.constantFrom('mine', 'theirs', 'theirs', 'edit', 'read', 'reply'),
  pick: fc.nat(5),
});

const seen = ({ items }: Inbox) =>
  items.map(({ id, lastMessage, lastActivity, hasUnread, lastReadMessageId }) => ({
    id,
    lastMessage,
    lastActivity,
    hasUnread,
    lastReadMessageId: lastReadMessageId ?? null,
  }));

describe('the inbox', () => {
  it('folds events, in any order and some twice, to what a fresh fetch answers', () => {
    const steps = fc.array(step, { maxLength: 25 });
    fc.assert(
      fc.property(steps, steps, fc.gen(), (before, after, gen) => {
        const server: Server = { talks: new Map(), log: [], clock: 0 };
        for (const one of before) play(server, one);
        const page = structuredClone({ content: fetched(server), hasMore: false });
        const held = mergePage(emptyInbox, page, ME, true);
        const from = server.log.length;
        for (const one of after) play(server, one);
        // From before the fetch and after it; creations come before what is told of a message that is not held.
        const all = gen(fc.shuffledSubarray, [...server.log], { minLength: server.log.length });
        const known = new Set(page.content.map((one) => one.id));
        const news = [...all].sort((a, b) => rank(a, known) - rank(b, known));
        expect(from).toBeLessThanOrEqual(server.log.length);
        const some = gen(fc.shuffledSubarray, [...server.log], {});
        const folded = [...news, ...some, ...news].reduce(
          (inbox, event) => foldInbox(inbox, event, ME),
          held,
        );
        const fresh = mergePage(emptyInbox, { content: fetched(server), hasMore: false }, ME, true);
        expect(seen(folded)).toEqual(seen(fresh));
        // A fetch that was answered before some of it changes nothing either.
        expect(seen(mergePage(folded, page, ME, true))).toEqual(seen(fresh));
      }),
      { numRuns: 400 },
    );
  });

  it('is unread from where it was marked so, until something is read or said in it', () => {
    const server: Server = { talks: new Map(), log: [], clock: 0 };
    play(server, { talk: 11, what: 'theirs', pick: 0 });
    play(server, { talk: 11, what: 'read', pick: 0 });
    const page = { content: fetched(server), hasMore: false };
    const read = mergePage(emptyInbox, page, ME, true);
    const unread = foldInbox(read, { type: 'CHANNEL_UNREAD', channelId: 11, unreadFrom: 1 }, ME);
    expect(unread.items[0]).toMatchObject({ hasUnread: true, unreadFrom: 1 });
    // As it is fetched while it is marked so.
    const [conversation] = page.content;
    const asked = {
      content: [{ ...conversation, hasUnread: true } as Conversation],
      hasMore: false,
    };
    const again = mergePage(unread, asked, ME, true);
    for (const held of [unread, again, mergePage(emptyInbox, asked, ME, true)]) {
      const mark = { type: 'CHANNEL_READ', channelId: 11, lastReadMessageId: 1 } as const;
      expect(foldInbox(held, mark, ME).items[0]).toMatchObject({
        hasUnread: false,
        unreadFrom: null,
      });
    }
    play(server, { talk: 11, what: 'mine', pick: 0 });
    const said = server.log.at(-1);
    expect(said && foldInbox(again, said, ME).items[0]).toMatchObject({ hasUnread: false });
  });

  it('asks for what the events do not tell', () => {
    const server: Server = { talks: new Map(), log: [], clock: 0 };
    play(server, { talk: 11, what: 'theirs', pick: 0 });
    const [created] = server.log;
    const inbox = created ? foldInbox(emptyInbox, created, ME) : emptyInbox;
    expect(inbox.items[0]).toMatchObject({ id: 11, hasUnread: true, lacks: true });
  });
});

const rank = (event: InboxEvent, known: ReadonlySet<number>) =>
  known.has(event.channelId) ||
  (event.type === 'DIRECT_MESSAGE' && event.change === 'CREATE' && !event.parentMessageId)
    ? 0
    : 1;

describe('namesOf', () => {
  it.each([
    [['Anna'], 'Anna'],
    [['Anna', 'Bo'], 'Anna och Bo'],
    [['Anna', 'Bo', 'Cia'], 'Anna, Bo och Cia'],
    [['Anna', 'Bo', 'Cia', 'Dan'], 'Anna, Bo och 2 till'],
  ])('%j', (names, expected) => {
    expect(namesOf(names.map((displayName) => ({ displayName })))).toBe(expected);
  });
});
