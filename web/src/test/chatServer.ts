import fc from 'fast-check';
import type { Message, Poll } from '@/api/types.ts';
import type { Page } from '@/features/chat/cache/model.ts';
import type { LiveNotification, LiveType } from '@/realtime/events.ts';

/** Who looks. */
export const ME = 1;
/** What stands where a message was deleted (contract 3.3). */
export const TOMBSTONE = 'Meddelandet har tagits bort.';

/** What a message may ask of its readers. */
export type Asked = 'ack' | 'poll' | 'anonymous' | null;

const pollOf = (anonymous: boolean): Poll => ({
  question: 'När?',
  multiple: false,
  anonymous,
  closed: false,
  closes: null,
  voters: 0,
  options: ['a', 'b', 'c'].map((text) => ({
    text,
    count: 0,
    ...(anonymous ? null : { voters: [] }),
    me: false,
  })),
});

/** A small server: keeps the truth and a log, and tells each change as the real one does (contract 3.3, 3.4, 3.6, 3.7). */
export class ChatServer {
  readonly log: LiveNotification[] = [];
  readonly messages = new Map<number, Message>();
  private readonly mine = new Set<string>();
  private readonly votes = new Map<string, number>();
  private readonly acks = new Set<string>();
  private cursor = 0;
  private clock = 0;

  /** A page of the newest; without messages: all of the channel's top level. */
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

  replies(parent: number): Message[] {
    return [...this.messages.values()].filter((message) => message.parentMessageId === parent);
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
              pinned: parent.pinned,
              ...askedOf(parent),
              replyCount: parent.replyCount,
              lastReplyAt: parent.lastReplyAt,
              reactions: count(parent),
            },
          }
        : {}),
    });
  }

  create(userId: number, parent: number | null, visible: boolean, asked: Asked = null) {
    const id = this.messages.size + 1;
    const created = this.tick();
    const message: Message = {
      id,
      channelId: 9,
      isBot: false,
      userId,
      userName: `U${userId}`,
      userSlug: `u${userId}`,
      userAvatar: `/img/${userId}`,
      messageType: asked === 'poll' || asked === 'anonymous' ? 'POLL' : 'TEXT',
      content: `text ${id}`,
      formattedContent: `<p>text ${id}</p>`,
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
      priority: asked === 'ack' ? 'IMPORTANT' : 'NORMAL',
      requestedAck: asked === 'ack',
      myAck: false,
      ackCount: asked === 'ack' ? 0 : null,
      poll: asked === 'poll' || asked === 'anonymous' ? pollOf(asked === 'anonymous') : null,
      card: null,
      clientMessageId: userId === ME ? `c${id}` : null,
      mentions: [userId + 1],
      version: 1,
    };
    this.messages.set(id, message);
    if (parent !== null) this.summarise(parent);
    this.announce(message.visible ? 'MESSAGE_CREATE' : 'MESSAGE_PENDING', message);
  }

  edit(message: Message) {
    if (message.deleted) return;
    message.updated = this.tick();
    message.content = `edited ${message.updated}`;
    message.formattedContent = `<p>${message.content}</p>`;
    message.mentions = [message.version];
    message.edited = true;
    message.version += 1;
    this.announce(message.visible ? 'MESSAGE_UPDATE' : 'MESSAGE_PENDING', message);
  }

  remove(message: Message) {
    if (message.deleted) return;
    message.deleted = true;
    message.updated = this.tick();
    message.content = message.formattedContent = TOMBSTONE;
    message.reactions = [];
    message.pinned = false;
    message.mentions = [];
    Object.assign(message, {
      messageType: 'TEXT',
      poll: null,
      requestedAck: false,
      myAck: false,
      ackCount: null,
    });
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

  /** In place of what somebody chose before. */
  vote(message: Message, userId: number, option: number) {
    const { poll } = message;
    if (!poll || !message.visible) return;
    const before = this.votes.get(`${message.id}:${userId}`);
    if (before === option) return;
    this.votes.set(`${message.id}:${userId}`, option);
    poll.options = poll.options.map(({ text }, at) => {
      const voters = [1, 2, 3].filter((user) => this.votes.get(`${message.id}:${user}`) === at);
      return {
        text,
        count: voters.length,
        ...(poll.anonymous ? null : { voters }),
        me: voters.includes(ME),
      };
    });
    poll.voters = poll.options.reduce((all, { count }) => all + count, 0);
    message.version += 1;
    this.announce('MESSAGE_UPDATE', message);
  }

  confirm(message: Message, userId: number) {
    const key = `${message.id}:${userId}`;
    if (!message.requestedAck || message.userId === userId || this.acks.has(key)) return;
    this.acks.add(key);
    message.ackCount = (message.ackCount ?? 0) + 1;
    message.myAck ||= userId === ME;
    message.version += 1;
    this.announce('MESSAGE_UPDATE', message);
  }

  pin(message: Message) {
    if (message.deleted || !message.visible) return;
    message.pinned = !message.pinned;
    message.version += 1;
    this.announce('MESSAGE_UPDATE', message);
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
      senderAvatar: message.userAvatar ?? null,
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
  pinned: message.pinned,
  ...askedOf(message),
  clientMessageId: message.clientMessageId,
});

/** All are told the same: what I chose is not in it. */
const askedOf = ({ priority, requestedAck, ackCount, messageType, poll }: Message) => ({
  priority,
  requestedAck,
  ackCount,
  messageType,
  poll: poll && { ...poll, options: poll.options.map(({ me: _, ...option }) => option) },
});

const ASKS: readonly Asked[] = [null, 'ack', 'poll', 'anonymous'];

export type Step = { act: number; user: number; target: number; emoji: string; visible: boolean };

export const steps = fc.array(
  fc.record({
    act: fc.integer({ min: 0, max: 9 }),
    user: fc.integer({ min: 1, max: 3 }),
    target: fc.nat(50),
    emoji: fc.constantFrom('👍', '❤️'),
    visible: fc.boolean(),
  }),
  { maxLength: 40 },
);

export function play(server: ChatServer, script: readonly Step[]) {
  for (const { act, user, target, emoji, visible } of script) {
    const all = [...server.messages.values()];
    const top = all.filter((message) => message.parentMessageId === null && message.visible);
    const some = all[target % Math.max(all.length, 1)];
    const parent = top[target % Math.max(top.length, 1)];
    if (act <= 1 || !some) server.create(user, null, visible, ASKS[target % ASKS.length]);
    else if (act === 2 && parent) server.create(user, parent.id, true);
    else if (act === 3) server.edit(some);
    else if (act === 4) server.remove(some);
    else if (act === 5) server.approve(some);
    else if (act === 6) server.pin(some);
    else if (act === 7) server.react(some, user, emoji);
    // Of my own only the answers and pages tell where no names do: cases of it are in cases.test.ts.
    else if (act === 8 && (user !== ME || !some.poll?.anonymous))
      server.vote(some, user, target % 3);
    else if (act === 9 && user !== ME) server.confirm(some, user);
  }
}
