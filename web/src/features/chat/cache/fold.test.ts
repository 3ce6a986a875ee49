import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types.ts';
import type { LiveNotification, LiveType } from '@/realtime/events.ts';
import { foldAll, isGone } from './fold.ts';
import { DELETED_TEXT, type Page, type Scope, type Timeline } from './model.ts';
import { mergeOlder, replaceWindow, settle } from './pages.ts';

const ME = 1;
const CHANNEL: Scope = { me: ME, threadId: null };

/** A small server: keeps the truth and a log, and tells each change as the real one does. */
class Server {
  readonly log: LiveNotification[] = [];
  readonly messages = new Map<number, Message>();
  private readonly mine = new Set<string>();
  private cursor = 0;
  private clock = 0;

  page(messages = this.top()): Page {
    return {
      messages: structuredClone(messages),
      hasOlder: false,
      hasNewer: false,
      cursor: this.cursor,
    };
  }

  top(): Message[] {
    return [...this.messages.values()]
      .filter(
        (message) => message.parentMessageId === null && !(message.deleted && !message.visible),
      )
      .sort((a, b) => a.id - b.id);
  }

  /** What recovery answers: the changes in order, each with the message's present state. */
  eventsAfter(cursor: number): LiveNotification[] {
    return this.log
      .filter((event) => event.cursor > cursor)
      .map((event) => {
        const now = this.messages.get(event.messageId ?? 0);
        return now ? { ...event, ...this.tell(now), ...this.mineIn(event) } : event;
      });
  }

  /** A reaction is told as it is now. */
  private mineIn({ type, messageId, userId, emoji }: LiveNotification) {
    return type === 'MESSAGE_REACTION'
      ? { added: this.mine.has(`${messageId}:${userId}:${emoji}`) }
      : {};
  }

  /** A message as everybody is told it, and its thread's first one with it. */
  private tell(message: Message): Partial<LiveNotification> {
    const parent = this.messages.get(message.parentMessageId ?? 0);
    const count = ({ reactions }: Message) =>
      reactions.map(({ emoji, count }) => ({ emoji, count }));
    const told = parent ?? message;
    return structuredClone({
      ...bodyOf(message),
      reactions: count(message),
      replyCount: told.replyCount,
      lastReplyAt: told.lastReplyAt,
      ...(parent
        ? {
            parent: {
              messageId: parent.id,
              version: parent.version,
              content: parent.content,
              formattedContent: parent.formattedContent,
              mentions: parent.mentions,
              edited: parent.edited,
              deleted: parent.deleted,
              updated: parent.updated,
              replyCount: parent.replyCount,
              lastReplyAt: parent.lastReplyAt,
              reactions: count(parent),
            },
          }
        : {}),
    });
  }

  create(userId: number, parent: number | null, visible: boolean) {
    const id = this.messages.size + 1;
    const created = this.tick();
    const message: Message = {
      id,
      channelId: 9,
      userId,
      userName: `U${userId}`,
      userSlug: `u${userId}`,
      userAvatar: null,
      messageType: 'TEXT',
      content: `text ${id}`,
      formattedContent: `text ${id}`,
      edited: false,
      deleted: false,
      visible: parent !== null || visible,
      created,
      updated: created,
      parentMessageId: parent,
      replyCount: 0,
      lastReplyAt: null,
      reactions: [],
      attachments: [],
      pinned: false,
      clientMessageId: userId === ME ? `c${id}` : null,
      mentions: [],
      version: 1,
    };
    this.messages.set(id, message);
    if (parent !== null) this.summarise(parent);
    this.announce(message.visible ? 'MESSAGE_CREATE' : 'MESSAGE_PENDING', message);
  }

  edit(message: Message) {
    if (message.deleted) return;
    message.updated = this.tick();
    message.content = message.formattedContent = `edited ${message.updated}`;
    message.edited = true;
    message.version += 1;
    this.announce(message.visible ? 'MESSAGE_UPDATE' : 'MESSAGE_PENDING', message);
  }

  remove(message: Message) {
    if (message.deleted) return;
    message.deleted = true;
    message.updated = this.tick();
    message.content = message.formattedContent = DELETED_TEXT;
    message.reactions = [];
    message.mentions = [];
    message.version += 1;
    if (message.parentMessageId !== null) this.summarise(message.parentMessageId);
    this.announce('MESSAGE_DELETE', message);
  }

  approve(message: Message) {
    if (message.visible || message.deleted) return;
    message.visible = true;
    message.version += 1;
    this.announce('MESSAGE_APPROVED', message);
  }

  react(message: Message, userId: number, emoji: string) {
    if (message.deleted || !message.visible) return;
    const key = `${message.id}:${userId}:${emoji}`;
    const added = !this.mine.has(key);
    if (added) this.mine.add(key);
    else this.mine.delete(key);
    const count = [1, 2, 3].filter((user) =>
      this.mine.has(`${message.id}:${user}:${emoji}`),
    ).length;
    message.reactions = message.reactions.filter((reaction) => reaction.emoji !== emoji);
    if (count > 0) {
      message.reactions.push({ emoji, count, me: this.mine.has(`${message.id}:${ME}:${emoji}`) });
    }
    message.version += 1;
    this.announce('MESSAGE_REACTION', message, { emoji, count, userId, added });
  }

  private summarise(parentId: number) {
    const parent = this.messages.get(parentId);
    if (!parent) return;
    const replies = [...this.messages.values()].filter(
      (reply) => reply.parentMessageId === parentId && !reply.deleted,
    );
    parent.replyCount = replies.length;
    parent.lastReplyAt = replies.at(-1)?.created ?? null;
    parent.version += 1;
  }

  private tick() {
    this.clock += 1;
    return new Date(this.clock * 1000).toISOString();
  }

  private announce(type: LiveType, message: Message, extra: Partial<LiveNotification> = {}) {
    // Nodes make cursors of their own, which only interleave: the order of the log is not theirs.
    this.cursor += 1;
    this.log.push({
      type,
      workspaceId: 7,
      channelId: 9,
      senderId: message.userId,
      senderName: message.userName,
      senderSlug: message.userSlug,
      created: message.created,
      timestamp: Date.parse(message.created),
      parentMessageId: message.parentMessageId,
      ...this.tell(message),
      ...extra,
      cursor: this.cursor,
    });
  }
}

const bodyOf = (message: Message): Partial<LiveNotification> => ({
  messageId: message.id,
  content: message.content,
  formattedContent: message.formattedContent,
  edited: message.edited,
  updated: message.updated,
  deleted: message.deleted,
  visible: message.visible,
  mentions: message.mentions,
  version: message.version,
  clientMessageId: message.clientMessageId,
});

type Step = { act: number; user: number; target: number; emoji: string; visible: boolean };

const steps = fc.array(
  fc.record({
    act: fc.integer({ min: 0, max: 7 }),
    user: fc.integer({ min: 1, max: 3 }),
    target: fc.nat(50),
    emoji: fc.constantFrom('👍', '❤️'),
    visible: fc.boolean(),
  }),
  { maxLength: 40 },
);

function play(server: Server, script: readonly Step[]) {
  for (const { act, user, target, emoji, visible } of script) {
    const all = [...server.messages.values()];
    const top = all.filter((message) => message.parentMessageId === null && message.visible);
    const some = all[target % Math.max(all.length, 1)];
    const parent = top[target % Math.max(top.length, 1)];
    if (act <= 1 || !some) server.create(user, null, visible);
    else if (act === 2 && parent) server.create(user, parent.id, true);
    else if (act === 3) server.edit(some);
    else if (act === 4) server.remove(some);
    else if (act === 5) server.approve(some);
    else server.react(some, user, emoji);
  }
}

/** What a person sees, without the bookkeeping and the order reactions were learnt in. */
function seen(timeline: Timeline) {
  return timeline.ids.map((id) => {
    const held = timeline.byId[id] as NonNullable<Timeline['byId'][number]>;
    const { mine: _, mineSince: __, learnt: ___, ...message } = held;
    const reactions = [...message.reactions].sort((a, b) => a.emoji.localeCompare(b.emoji));
    return { ...message, reactions };
  });
}

/**
 * As the server delivers: the log once in order (recovery), and woven into it live frames in any
 * order, some missing, some twice.
 */
const deliveries = (events: readonly LiveNotification[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...events, ...events]),
      fc.array(fc.boolean(), { minLength: events.length * 3, maxLength: events.length * 3 }),
    )
    .map(([live, picks]) => {
      const recovered = [...events];
      const woven = picks.flatMap((fromLive) => (fromLive ? live : recovered).splice(0, 1));
      return [...woven, ...recovered, ...live];
    });

describe('fold', () => {
  it('gives the fresh state whatever live frames are woven into recovery, in any order and number', () => {
    fc.assert(
      fc.property(steps, steps, fc.gen(), (before, after, gen) => {
        const server = new Server();
        play(server, before);
        const held = replaceWindow(undefined, server.page());
        const from = held.cursor;
        play(server, after);
        const events = server.log.filter((event) => event.cursor > from);
        const delivered = gen(deliveries, events);
        expect(seen(foldAll(held, delivered, CHANNEL))).toEqual(
          seen(replaceWindow(undefined, server.page())),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('gives the fresh state when two nodes gave the changes cursors that say another order', () => {
    fc.assert(
      fc.property(steps, steps, fc.gen(), (before, after, gen) => {
        const server = new Server();
        play(server, before);
        const held = replaceWindow(undefined, server.page());
        const from = held.cursor;
        play(server, after);
        const events = server.log.filter((event) => event.cursor > from);
        const cursors = gen(
          fc.shuffledSubarray,
          events.map((event) => event.cursor),
          {
            minLength: events.length,
          },
        );
        const told = events.map((event, n) => ({ ...event, cursor: cursors[n] as number }));
        const delivered = gen(fc.shuffledSubarray, told, { minLength: told.length });
        const fresh = seen(replaceWindow(undefined, server.page()));
        // Whatever comes late, from whichever node, undoes nothing.
        expect(seen(foldAll(held, [...events, ...delivered], CHANNEL))).toEqual(fresh);
        expect(seen(foldAll(held, [...delivered, ...events], CHANNEL))).toEqual(fresh);
      }),
      { numRuns: 400 },
    );
  });

  it('gives the fresh state when recovery is read halfway, tells the present state, and live frames follow it', () => {
    fc.assert(
      fc.property(steps, steps, steps, steps, (before, missed, meanwhile, later) => {
        const server = new Server();
        play(server, before);
        const held = replaceWindow(undefined, server.page());
        play(server, missed);
        const subscribedAt = server.log.length;
        play(server, meanwhile);
        const recovered = server.eventsAfter(held.cursor);
        play(server, later);
        const live = server.log.slice(subscribedAt);
        expect(seen(foldAll(held, [...live, ...recovered, ...live], CHANNEL))).toEqual(
          seen(replaceWindow(undefined, server.page())),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('lets a page fetched meanwhile and events settle into the same state', () => {
    fc.assert(
      fc.property(steps, steps, steps, (before, during, later) => {
        const server = new Server();
        play(server, before);
        const old = replaceWindow(undefined, server.page());
        play(server, during);
        const page = server.page();
        play(server, later);
        const ahead = foldAll(old, server.log, CHANNEL);
        expect(seen(replaceWindow(ahead, page))).toEqual(
          seen(replaceWindow(undefined, server.page())),
        );
        expect(seen(mergeOlder(ahead, page))).toEqual(
          seen(replaceWindow(undefined, server.page())),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('keeps an answer and its echo one message, whichever comes first', () => {
    const server = new Server();
    const empty = replaceWindow(undefined, server.page());
    server.create(ME, null, true);
    const answer = structuredClone(server.messages.get(1)) as Message;
    const answered = foldAll(settle(empty, answer, CHANNEL), server.log, CHANNEL);
    const echoed = settle(foldAll(empty, server.log, CHANNEL), answer, CHANNEL);
    expect(answered.ids).toEqual([1]);
    expect(seen(echoed)).toEqual(seen(answered));
  });

  it('leaves what lies outside the window to its page', () => {
    const server = new Server();
    for (let n = 0; n < 6; n += 1) server.create(2, null, true);
    const all = server.top();
    const window = replaceWindow(undefined, {
      ...server.page(all.slice(2, 4)),
      hasOlder: true,
      hasNewer: true,
      cursor: 0,
    });
    expect(foldAll(window, server.log, CHANNEL).ids).toEqual([3, 4]);
  });

  it('removes a rejected message and does not let a late frame bring it back', () => {
    const server = new Server();
    const empty = replaceWindow(undefined, server.page());
    server.create(ME, null, false);
    server.remove(server.messages.get(1) as Message);
    const state = foldAll(empty, [...server.log, ...server.log], CHANNEL);
    expect(state.ids).toEqual([]);
    expect(Object.values(state.byId).every(isGone)).toBe(true);
  });

  it('treats an unknown type as a new message', () => {
    const server = new Server();
    const empty = replaceWindow(undefined, server.page());
    server.create(2, null, true);
    const [event] = server.log;
    const strange = { ...event, type: 'SOMETHING_NEW' } as unknown as LiveNotification;
    expect(foldAll(empty, [strange], CHANNEL).ids).toEqual([1]);
  });
});
