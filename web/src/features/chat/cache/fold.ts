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
import { voteIn, withVote } from './votes.ts';

const isDelete = (type: string) => type === 'MESSAGE_DELETE' || type === 'MESSAGE_DELETED';

/** Unknown types are treated as a new message, as long as they name one. */
export const isMessageEvent = (event: LiveNotification): event is MessageEvent =>
  typeof event.messageId === 'number';

export function fold(timeline: Timeline, event: LiveNotification, scope: Scope): Timeline {
  if (!isMessageEvent(event)) return timeline;
  const parent = event.parentMessageId ?? null;
  if (parent !== scope.threadId) {
    // A reply shows in its channel as its parent's summary only.
    const held = parent && timeline.byId[parent];
    return held ? put(timeline, foldParent(held, event, scope)) : timeline;
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
  let { parent } = thread;
  if (event.messageId === parent.id) parent = foldState(parent, event, scope);
  else if (event.parentMessageId === parent.id) parent = foldParent(parent, event, scope);
  return replies === thread.replies && parent === thread.parent ? thread : { parent, replies };
}

/** Only the tail of a window is open: what lies outside it comes with its page. */
export function inWindow({ ids, hasOlder, hasNewer }: Timeline, id: number): boolean {
  const [first = Number.POSITIVE_INFINITY] = ids;
  const last = ids.at(-1) ?? Number.NEGATIVE_INFINITY;
  return !(hasOlder && id < first) && !(hasNewer && id > last);
}

/** A message refused by a moderator (or withdrawn while waiting) leaves no trace behind. */
export const isGone = (message: HeldMessage) => message.deleted && !message.visible;

export function put(timeline: Timeline, message: HeldMessage): Timeline {
  if (timeline.byId[message.id] === message) return timeline;
  return {
    ...timeline,
    byId: { ...timeline.byId, [message.id]: message },
    ids: isGone(message)
      ? timeline.ids.filter((id) => id !== message.id)
      : insert(timeline.ids, message.id),
  };
}

function insert(ids: readonly number[], id: number): readonly number[] {
  const at = ids.findLastIndex((other) => other < id) + 1;
  return ids[at] === id ? ids : [...ids.slice(0, at), id, ...ids.slice(at)];
}

/** What a version of a message is, but for what only its reader knows. */
type State = Pick<
  HeldMessage,
  | 'content'
  | 'formattedContent'
  | 'mentions'
  | 'mentionNames'
  | 'edited'
  | 'deleted'
  | 'visible'
  | 'updated'
  | 'replyCount'
  | 'lastReplyAt'
  | 'attachments'
  | 'pinned'
  | 'priority'
  | 'requestedAck'
  | 'ackCount'
  | 'messageType'
  | 'poll'
  | 'card'
  | 'version'
>;

/** What an event says of its message, and `before` where it says nothing. */
function stateOf(
  event: LiveNotification,
  before: Pick<HeldMessage, 'content' | 'updated' | 'version' | 'parentMessageId'>,
): State {
  const deleted = isDelete(event.type) || event.deleted === true;
  const content = deleted ? DELETED_TEXT : (event.content ?? before.content);
  // On an event about a reply the count is its parent's.
  const own = before.parentMessageId === null ? event : null;
  return {
    content,
    formattedContent: event.formattedContent ?? content,
    mentions: event.mentions ?? [],
    mentionNames: event.mentionNames ?? undefined,
    edited: event.edited === true,
    deleted,
    visible: event.visible !== false,
    updated: event.updated ?? before.updated,
    replyCount: own?.replyCount ?? 0,
    lastReplyAt: own?.lastReplyAt ?? null,
    attachments: deleted ? [] : [...(event.attachments ?? [])],
    pinned: event.pinned === true,
    ...askedOf(event),
    version: event.version ?? before.version,
  };
}

/** What it is besides its text: what it asks of its readers, and what it points at. */
const askedOf = ({
  priority,
  requestedAck,
  ackCount,
  messageType,
  poll,
  card,
}: Pick<
  LiveNotification,
  'priority' | 'requestedAck' | 'ackCount' | 'messageType' | 'poll' | 'card'
>) => ({
  priority: priority ?? ('NORMAL' as const),
  requestedAck: requestedAck === true,
  ackCount: ackCount ?? null,
  messageType: messageType ?? ('TEXT' as const),
  poll: poll ?? null,
  card: card ?? null,
});

/** A message that is first learnt of. */
function blank(event: MessageEvent): HeldMessage {
  const parentMessageId = event.parentMessageId ?? null;
  return {
    ...stateOf(event, { content: '', updated: event.created, version: 0, parentMessageId }),
    id: event.messageId,
    channelId: event.channelId,
    userId: event.senderId,
    userName: event.senderName,
    userSlug: event.senderSlug,
    userAvatar: event.senderAvatar ?? null,
    isBot: event.isBot ?? false,
    myAck: false,
    created: event.created,
    parentMessageId,
    reactions: [],
    clientMessageId: event.clientMessageId ?? null,
    mine: {},
    mineSince: 0,
    vote: { options: [], version: 0 },
    learnt: 0,
  };
}

/** The same version may be told twice, the second time with what came since: so it is taken again. */
function adopt(
  held: HeldMessage,
  state: State,
  counts: readonly { emoji: string; count: number }[],
  more: Partial<Pick<HeldMessage, 'mine' | 'learnt'>>,
  me: number,
): HeldMessage {
  const newer = state.version >= held.version;
  const next = { ...held, ...more, ...(newer ? state : null) };
  next.vote = voteIn(next.poll, next.version, me) ?? held.vote;
  next.poll = withVote(next.poll, next.vote);
  next.myAck = held.myAck && next.requestedAck;
  next.reactions = (newer ? counts : held.reactions).map(({ emoji, count }) => ({
    emoji,
    count,
    me: next.mine[emoji]?.on === true,
  }));
  return JSON.stringify(next) === JSON.stringify(held) ? held : next;
}

function foldState(held: HeldMessage, event: LiveNotification, scope: Scope): HeldMessage {
  const state = stateOf(event, held);
  const { version } = state;
  const mine = { ...held.mine };
  const { emoji } = event;
  if (emoji && event.userId === scope.me && version >= (mine[emoji]?.version ?? held.mineSince)) {
    mine[emoji] = { on: event.added === true, version };
  }
  const learnt = Math.max(held.learnt, event.cursor);
  return adopt(held, state, event.reactions ?? [], { mine, learnt }, scope.me);
}

/** What happens in a thread changes its first message, which comes along as it stands. */
function foldParent(
  held: HeldMessage,
  { parent, cursor }: LiveNotification,
  { me }: Scope,
): HeldMessage {
  if (!parent) return held;
  const { messageId: _, reactions, ...told } = parent;
  const state = {
    ...told,
    lastReplyAt: told.lastReplyAt ?? null,
    mentionNames: told.mentionNames,
    attachments: told.attachments ?? [],
    pinned: told.pinned === true,
    visible: true,
    ...askedOf(told),
  };
  return adopt(held, state, reactions, { learnt: Math.max(held.learnt, cursor) }, me);
}
