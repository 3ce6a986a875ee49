/**
 * The law of this file: folding a channel's events into an older state, in any order and any
 * number of times, gives what a fresh fetch gives. Hence every part of a message is a register
 * whose newest cursor wins, and what can only happen once (deleted, visible) only ever turns on.
 */
import type { Reaction } from '@/api/types.ts';
import type { LiveNotification } from '@/realtime/events.ts';
import {
  DELETED_TEXT,
  type HeldMessage,
  type MessageEvent,
  type Scope,
  type ThreadState,
  type Timeline,
} from './model.ts';

const isDelete = (type: string) => type === 'MESSAGE_DELETE' || type === 'MESSAGE_DELETED';

const ABOUT_NO_MESSAGE = new Set([
  'CHANNEL_CREATED',
  'CHANNEL_UPDATED',
  'CHANNEL_ARCHIVED',
  'CHANNEL_READ',
  'MEMBER_CHANGED',
  'RESYNC',
]);

/** Unknown types are treated as a new message, as long as they name one. */
export function isMessageEvent(event: LiveNotification): event is MessageEvent {
  return typeof event.messageId === 'number' && !ABOUT_NO_MESSAGE.has(event.type);
}

export function fold(timeline: Timeline, event: LiveNotification, scope: Scope): Timeline {
  if (!isMessageEvent(event)) return timeline;
  if (event.type === 'MESSAGE_REACTION')
    return patch(timeline, event.messageId, event, scope, react);
  const parent = event.parentMessageId ?? null;
  if (parent !== scope.threadId) {
    // A reply shows in its channel as its parent's summary only.
    return scope.threadId === null && parent !== null
      ? patch(timeline, parent, event, scope, summarise)
      : timeline;
  }
  const held = timeline.byId[event.messageId];
  if (held) return put(timeline, foldBody(held, event));
  return inWindow(timeline, event.messageId) ? put(timeline, fromEvent(event)) : timeline;
}

export function foldAll(timeline: Timeline, events: readonly LiveNotification[], scope: Scope) {
  return events.reduce((state, event) => fold(state, event, scope), timeline);
}

export function foldThread(
  thread: ThreadState,
  event: LiveNotification,
  scope: Scope,
): ThreadState {
  const replies = fold(thread.replies, event, scope);
  let parent = thread.parent;
  if (isMessageEvent(event)) {
    if (event.messageId === parent.id) {
      parent =
        event.type === 'MESSAGE_REACTION' ? react(parent, event, scope) : foldBody(parent, event);
    } else if (event.parentMessageId === parent.id) {
      parent = summarise(parent, event);
    }
  }
  return replies === thread.replies && parent === thread.parent ? thread : { parent, replies };
}

/** Only the tail of a window is open: what lies outside it comes with its page. */
export function inWindow(timeline: Timeline, id: number): boolean {
  const first = timeline.ids[0];
  const last = timeline.ids.at(-1);
  if (timeline.hasOlder && (first === undefined || id < first)) return false;
  return !(timeline.hasNewer && (last === undefined || id > last));
}

/** A message refused by a moderator (or withdrawn while waiting) leaves no trace behind. */
export const isGone = (message: HeldMessage) => message.deleted && !message.visible;

export function put(timeline: Timeline, message: HeldMessage): Timeline {
  if (timeline.byId[message.id] === message) return timeline;
  const byId = { ...timeline.byId, [message.id]: message };
  const shown = has(timeline.ids, message.id);
  if (isGone(message)) {
    return {
      ...timeline,
      byId,
      ids: shown ? timeline.ids.filter((id) => id !== message.id) : timeline.ids,
    };
  }
  return { ...timeline, byId, ids: shown ? timeline.ids : insert(timeline.ids, message.id) };
}

function has(ids: readonly number[], id: number): boolean {
  return ids[position(ids, id)] === id;
}

function insert(ids: readonly number[], id: number): number[] {
  const at = position(ids, id);
  return [...ids.slice(0, at), id, ...ids.slice(at)];
}

function position(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function patch(
  timeline: Timeline,
  id: number,
  event: MessageEvent,
  scope: Scope,
  change: (held: HeldMessage, event: MessageEvent, scope: Scope) => HeldMessage,
): Timeline {
  const held = timeline.byId[id];
  return held ? put(timeline, change(held, event, scope)) : timeline;
}

const visibleIn = (event: MessageEvent) =>
  event.type === 'MESSAGE_PENDING' ? false : (event.visible ?? true);

function fromEvent(event: MessageEvent): HeldMessage {
  const blank: HeldMessage = {
    id: event.messageId,
    channelId: event.channelId,
    userId: event.senderId,
    userName: event.senderName,
    userSlug: event.senderSlug,
    userAvatar: event.senderAvatar ?? null,
    messageType: 'TEXT',
    content: '',
    formattedContent: '',
    edited: false,
    deleted: false,
    visible: false,
    created: event.created,
    updated: event.created,
    parentMessageId: event.parentMessageId ?? null,
    replyCount: 0,
    lastReplyAt: null,
    reactions: [],
    attachments: [],
    pinned: false,
    clientMessageId: event.clientMessageId ?? null,
    mentions: [],
    versions: { body: -1, thread: -1, base: -1, reactions: {} },
  };
  return foldBody(blank, event);
}

function foldBody(held: HeldMessage, event: MessageEvent): HeldMessage {
  const visible = held.visible || visibleIn(event);
  const deleted = held.deleted || isDelete(event.type) || event.deleted === true;
  const newer =
    event.cursor > held.versions.body ||
    (event.cursor === held.versions.body && (event.updated ?? event.created) >= held.updated);
  if (!newer && visible === held.visible && deleted === held.deleted) return held;
  const body = newer
    ? {
        content: event.content ?? held.content,
        formattedContent: event.formattedContent ?? event.content ?? held.formattedContent,
        mentions: event.mentions ?? held.mentions,
        edited: event.edited ?? held.edited,
        updated: event.updated ?? held.updated,
      }
    : null;
  return {
    ...held,
    ...body,
    ...(deleted ? tombstone : null),
    visible,
    deleted,
    clientMessageId: held.clientMessageId ?? event.clientMessageId ?? null,
    versions: newer ? { ...held.versions, body: event.cursor } : held.versions,
  };
}

const tombstone = {
  content: DELETED_TEXT,
  formattedContent: DELETED_TEXT,
  mentions: [] as number[],
  reactions: [] as Reaction[],
};

function summarise(held: HeldMessage, event: MessageEvent): HeldMessage {
  if (
    event.replyCount === undefined ||
    event.replyCount === null ||
    event.cursor <= Math.max(held.versions.thread, held.versions.base)
  ) {
    return held;
  }
  return {
    ...held,
    replyCount: event.replyCount,
    lastReplyAt: event.replyCount === 0 ? null : (event.lastReplyAt ?? held.lastReplyAt),
    versions: { ...held.versions, thread: event.cursor },
  };
}

function react(held: HeldMessage, event: MessageEvent, scope: Scope): HeldMessage {
  const emoji = event.emoji;
  if (!emoji || held.deleted) return held;
  const known = held.versions.reactions[emoji] ?? held.versions.base;
  // Whether I reacted is told only by my own events, and may come late: it has its own register.
  const mineKey = `me:${emoji}`;
  const mineKnown = held.versions.reactions[mineKey] ?? held.versions.base;
  const isMine = event.userId === scope.me && event.cursor > mineKnown;
  const isNewer = event.cursor > known;
  if (!isMine && !isNewer) return held;
  const current = held.reactions.find((reaction) => reaction.emoji === emoji);
  const next: Reaction = {
    emoji,
    count: isNewer ? (event.count ?? 0) : (current?.count ?? 0),
    me: isMine ? event.added === true : (current?.me ?? false),
  };
  return {
    ...held,
    reactions: withReaction(held.reactions, next),
    versions: {
      ...held.versions,
      reactions: {
        ...held.versions.reactions,
        ...(isNewer ? { [emoji]: event.cursor } : null),
        ...(isMine ? { [mineKey]: event.cursor } : null),
      },
    },
  };
}

/** A reaction nobody holds is kept at zero only while `me` waits for its count, so that order never matters. */
function withReaction(reactions: readonly Reaction[], next: Reaction): Reaction[] {
  const rest = reactions.some((reaction) => reaction.emoji === next.emoji)
    ? reactions.map((reaction) => (reaction.emoji === next.emoji ? next : reaction))
    : [...reactions, next];
  return rest.filter((reaction) => reaction.count > 0 || reaction.me);
}
