/** Pages from the server folded into what is held, by the same law as live events (see fold.ts). */
import type { Message, Reaction } from '@/api/types.ts';
import { inWindow, isGone, put } from './fold.ts';
import type { HeldMessage, Page, Scope, ThreadState, Timeline } from './model.ts';
import { DELETED_TEXT, emptyTimeline } from './model.ts';

/** Rows kept in the list at once: mounting more is a task one feels. */
export const WINDOW_MAX = 1000;
/** Rows kept of a channel one has left. */
export const KEEP_ON_LEAVE = 200;

export function hold(message: Message, cursor: number): HeldMessage {
  return { ...message, versions: { body: cursor, thread: cursor, base: cursor, reactions: {} } };
}

/** A page may be older than an event already folded in, and newer than others: part by part, the newer wins. */
export function mergeMessage(
  held: HeldMessage | undefined,
  fetched: Message,
  cursor: number,
): HeldMessage {
  if (!held) return hold(fetched, cursor);
  const { versions } = held;
  const body = cursor >= versions.body ? fetched : held;
  const thread = cursor >= versions.thread ? fetched : held;
  const deleted = held.deleted || fetched.deleted;
  const reactions = deleted ? [] : mergeReactions(held, fetched, cursor);
  return {
    ...fetched,
    content: deleted ? DELETED_TEXT : body.content,
    formattedContent: deleted ? DELETED_TEXT : body.formattedContent,
    mentions: deleted ? [] : body.mentions,
    edited: body.edited,
    updated: body.updated,
    replyCount: thread.replyCount,
    lastReplyAt: thread.lastReplyAt,
    reactions,
    deleted,
    visible: held.visible || fetched.visible,
    clientMessageId: held.clientMessageId ?? fetched.clientMessageId ?? null,
    versions: {
      body: Math.max(cursor, versions.body),
      thread: Math.max(cursor, versions.thread),
      base: Math.max(cursor, versions.base),
      reactions: Object.fromEntries(
        Object.entries(versions.reactions).filter(([, version]) => version > cursor),
      ),
    },
  };
}

function mergeReactions(held: HeldMessage, fetched: Message, cursor: number): Reaction[] {
  if (held.versions.base > cursor) return held.reactions;
  const emojis = new Set(
    [...fetched.reactions, ...held.reactions].map((reaction) => reaction.emoji),
  );
  const merged: Reaction[] = [];
  for (const emoji of emojis) {
    const ours = held.reactions.find((reaction) => reaction.emoji === emoji);
    const theirs = fetched.reactions.find((reaction) => reaction.emoji === emoji);
    const newer = (key: string) => (held.versions.reactions[key] ?? -1) > cursor;
    const count = (newer(emoji) ? ours : theirs)?.count ?? 0;
    const me = (newer(`me:${emoji}`) ? ours : theirs)?.me ?? false;
    if (count > 0 || me) merged.push({ emoji, count, me });
  }
  return merged;
}

function mergeAll(timeline: Timeline, page: Page): Timeline {
  const byId = { ...timeline.byId };
  const ids = new Set(timeline.ids);
  for (const message of page.messages) {
    const merged = mergeMessage(byId[message.id], message, page.cursor);
    byId[message.id] = merged;
    if (isGone(merged)) ids.delete(message.id);
    else ids.add(message.id);
  }
  return { ...timeline, byId, ids: [...ids].sort((a, b) => a - b) };
}

/**
 * A window put in place of another (first load, jump, reset). What was learnt live while the page
 * was on its way is newer than the page's cursor and stays, where it belongs in the new window.
 */
export function replaceWindow(old: Timeline | undefined, page: Page): Timeline {
  const fresh: Timeline = {
    ...mergeAll({ ...emptyTimeline, byId: {} }, page),
    hasOlder: page.hasOlder,
    hasNewer: page.hasNewer,
    cursor: page.cursor,
  };
  if (!old) return fresh;
  return Object.values(old.byId).reduce((timeline, held) => {
    const fetched = page.messages.find((message) => message.id === held.id);
    if (fetched) return put(timeline, mergeMessage(held, fetched, page.cursor));
    return held.versions.body > page.cursor && inWindow(timeline, held.id)
      ? put(timeline, held)
      : timeline;
  }, fresh);
}

export function mergeOlder(timeline: Timeline, page: Page): Timeline {
  return { ...mergeAll(timeline, page), hasOlder: page.hasOlder };
}

export function mergeNewer(timeline: Timeline, page: Page): Timeline {
  return { ...mergeAll(timeline, page), hasNewer: page.hasNewer };
}

/** The server's answer to my own write: it names no cursor, so events may only ever overtake it. */
export function settle(timeline: Timeline, message: Message, scope: Scope): Timeline {
  if ((message.parentMessageId ?? null) !== scope.threadId) return timeline;
  const held = timeline.byId[message.id];
  if (!held) return inWindow(timeline, message.id) ? put(timeline, hold(message, -1)) : timeline;
  return put(timeline, settleMessage(held, message));
}

export function settleMessage(held: HeldMessage, message: Message): HeldMessage {
  if (message.updated < held.updated && !message.deleted) return held;
  return {
    ...held,
    content: message.content,
    formattedContent: message.formattedContent,
    mentions: message.mentions,
    edited: message.edited,
    updated: message.updated,
    deleted: held.deleted || message.deleted,
    visible: held.visible || message.visible,
    reactions: message.deleted ? [] : held.reactions,
    clientMessageId: held.clientMessageId ?? message.clientMessageId ?? null,
  };
}

export function settleThread(thread: ThreadState, message: Message, scope: Scope): ThreadState {
  if (message.id === thread.parent.id) {
    return { ...thread, parent: settleMessage(thread.parent, message) };
  }
  const replies = settle(thread.replies, message, scope);
  return replies === thread.replies ? thread : { ...thread, replies };
}

/** Keeps the newest `max`; what is cut is fetched again on the way up. */
export function trim(timeline: Timeline, max: number): Timeline {
  if (timeline.ids.length <= max) return timeline;
  const ids = timeline.ids.slice(-max);
  const byId = Object.fromEntries(
    ids.map((id) => [id, timeline.byId[id]]).filter((entry) => entry[1] !== undefined),
  ) as Record<number, HeldMessage>;
  return { ...timeline, ids, byId, hasOlder: true };
}

/** The other end: reading far up in history lets the newest go. */
export function trimNewest(timeline: Timeline, max: number): Timeline {
  if (timeline.ids.length <= max) return timeline;
  const ids = timeline.ids.slice(0, max);
  const byId = Object.fromEntries(
    ids.map((id) => [id, timeline.byId[id]]).filter((entry) => entry[1] !== undefined),
  ) as Record<number, HeldMessage>;
  return { ...timeline, ids, byId, hasNewer: true };
}
