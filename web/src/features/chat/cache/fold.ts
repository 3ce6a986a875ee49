/**
 * The law of this file: folding a channel's events into an older state, in any order and any
 * number of times, gives what a fresh fetch gives. Every event carries the version of its message and all
 * that the message is at it, so the highest version holds, whatever node or order it came from.
 */
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
  'WORKSPACE_UPDATED',
  'RESYNC',
]);

/** Unknown types are treated as a new message, as long as they name one. */
export function isMessageEvent(event: LiveNotification): event is MessageEvent {
  return typeof event.messageId === 'number' && !ABOUT_NO_MESSAGE.has(event.type);
}

export function fold(timeline: Timeline, event: LiveNotification, scope: Scope): Timeline {
  if (!isMessageEvent(event)) return timeline;
  const parent = event.parentMessageId ?? null;
  if (parent !== scope.threadId) {
    // A reply shows in its channel as its parent's summary only.
    const held = scope.threadId === null && parent !== null ? timeline.byId[parent] : undefined;
    return held ? put(timeline, foldParent(held, event)) : timeline;
  }
  const held = timeline.byId[event.messageId];
  if (held) return put(timeline, foldState(held, event, scope));
  return inWindow(timeline, event.messageId)
    ? put(timeline, foldState(blank(event), event, scope))
    : timeline;
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
    if (event.messageId === parent.id) parent = foldState(parent, event, scope);
    else if (event.parentMessageId === parent.id) parent = foldParent(parent, event);
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

const visibleIn = (event: MessageEvent) =>
  event.type === 'MESSAGE_PENDING'
    ? event.visible === true && !!event.proposed
    : (event.visible ?? true);

const blank = (event: MessageEvent): HeldMessage => ({
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
  version: 0,
  mine: {},
  mineSince: 0,
  learnt: 0,
});

/** What a version of a message is, but for what only its reader knows. */
type State = Pick<
  HeldMessage,
  | 'content'
  | 'formattedContent'
  | 'mentions'
  | 'edited'
  | 'deleted'
  | 'visible'
  | 'updated'
  | 'replyCount'
  | 'lastReplyAt'
  | 'version'
>;

/** The same version may be told twice, the second time with what came since: so it is taken again. */
function adopt(
  held: HeldMessage,
  state: State,
  counts: readonly { emoji: string; count: number }[],
  more: Partial<Pick<HeldMessage, 'mine' | 'clientMessageId' | 'learnt'>>,
): HeldMessage {
  const newer = state.version >= held.version;
  const next = { ...held, ...more, ...(newer ? state : null) };
  const known = next.deleted ? [] : newer ? counts : held.reactions;
  next.reactions = known.map(({ emoji, count }) => ({
    emoji,
    count,
    me: next.mine[emoji]?.on ?? false,
  }));
  return JSON.stringify(next) === JSON.stringify(held) ? held : next;
}

function foldState(held: HeldMessage, event: MessageEvent, scope: Scope): HeldMessage {
  const deleted = isDelete(event.type) || event.deleted === true;
  const content = event.content ?? (deleted ? DELETED_TEXT : held.content);
  // On an event about a reply the count is its parent's.
  const isReply = held.parentMessageId !== null;
  const version = event.version ?? held.version;
  const mine = { ...held.mine };
  const { emoji } = event;
  if (emoji && event.userId === scope.me && version >= (mine[emoji]?.version ?? held.mineSince)) {
    mine[emoji] = { on: event.added === true, version };
  }
  const state: State = {
    content,
    formattedContent: event.formattedContent ?? content,
    mentions: event.mentions ?? [],
    edited: event.edited ?? false,
    deleted,
    visible: visibleIn(event),
    updated: event.updated ?? held.updated,
    replyCount: isReply ? 0 : (event.replyCount ?? 0),
    lastReplyAt: isReply ? null : (event.lastReplyAt ?? null),
    version,
  };
  return adopt(held, state, event.reactions ?? [], {
    mine,
    clientMessageId: held.clientMessageId ?? event.clientMessageId ?? null,
    learnt: Math.max(held.learnt, event.cursor),
  });
}

/** What happens in a thread changes its first message, which comes along as it stands. */
function foldParent(held: HeldMessage, { parent, cursor }: MessageEvent): HeldMessage {
  if (!parent) return held;
  const { messageId: _, reactions, ...state } = parent;
  const learnt = Math.max(held.learnt, cursor);
  return adopt(
    held,
    { ...state, lastReplyAt: state.lastReplyAt ?? null, visible: true },
    reactions,
    {
      learnt,
    },
  );
}
