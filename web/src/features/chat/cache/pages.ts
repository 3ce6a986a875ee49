/** Pages from the server folded into what is held, by the same law as live events (see fold.ts). */
import type { Message } from '@/api/types.ts';
import { inWindow, isGone, put } from './fold.ts';
import type { HeldMessage, Mine, Page, Scope, ThreadState, Timeline } from './model.ts';
import { emptyTimeline } from './model.ts';
import { voteOf, withVote } from './votes.ts';

/** Rows kept in the list at once: mounting more is a task one feels. */
export const WINDOW_MAX = 1000;
/** Rows kept of a channel one has left. */
export const KEEP_ON_LEAVE = 200;

/** Ids hold milliseconds above 12 bits: this far back a cursor may stand before what it does not know. */
const MARGIN = 60_000 * 4096;

const mineIn = ({ reactions, version }: Message): Record<string, Mine> =>
  Object.fromEntries(
    reactions.filter(({ me }) => me).map(({ emoji }) => [emoji, { on: true, version }]),
  );

export function hold(message: Message, cursor: number): HeldMessage {
  return {
    ...message,
    mine: mineIn(message),
    mineSince: message.version,
    vote: voteOf(message.poll, message.version),
    learnt: cursor,
  };
}

/** A page may be older than an event already folded in, and newer than others: the higher version holds. */
export function mergeMessage(
  held: HeldMessage | undefined,
  fetched: Message,
  cursor: number,
): HeldMessage {
  if (!held) return hold(fetched, cursor);
  const state = fetched.version >= held.version ? fetched : held;
  const newer = Object.entries(held.mine).filter(([, known]) => known.version > fetched.version);
  const mine =
    fetched.version >= held.mineSince
      ? { ...mineIn(fetched), ...Object.fromEntries(newer) }
      : held.mine;
  const vote =
    fetched.version >= held.vote.version ? voteOf(fetched.poll, fetched.version) : held.vote;
  return {
    ...state,
    vote,
    poll: withVote(state.poll, vote),
    // Once confirmed is confirmed.
    myAck: state.requestedAck && (held.myAck || fetched.myAck),
    reactions: state.reactions.map(({ emoji, count }) => ({
      emoji,
      count,
      me: mine[emoji]?.on === true,
    })),
    mine,
    mineSince: Math.max(held.mineSince, fetched.version),
    learnt: Math.max(held.learnt, cursor),
  };
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
    // Messages do not vanish, so one that the page does not know came while it was read, perhaps by another node
    // under a smaller cursor. What waited may be gone without a trace.
    const since = held.visible ? page.cursor - MARGIN : page.cursor;
    return held.learnt > since && inWindow(timeline, held.id) ? put(timeline, held) : timeline;
  }, fresh);
}

export function mergeOlder(timeline: Timeline, page: Page): Timeline {
  return { ...mergeAll(timeline, page), hasOlder: page.hasOlder };
}

export function mergeNewer(timeline: Timeline, page: Page): Timeline {
  return { ...mergeAll(timeline, page), hasNewer: page.hasNewer };
}

/** The server's answer to my own write names its version, as everything does. */
export function settle(timeline: Timeline, message: Message, scope: Scope): Timeline {
  if (message.parentMessageId !== scope.threadId) return timeline;
  const held = timeline.byId[message.id];
  if (!held)
    return inWindow(timeline, message.id) ? put(timeline, hold(message, message.id)) : timeline;
  return put(timeline, settleMessage(held, message));
}

export function settleMessage(held: HeldMessage, message: Message): HeldMessage {
  // The answer to a change that waits for a moderator: what is published stands.
  if (held.visible && !message.visible && !message.deleted) return held;
  return mergeMessage(held, message, held.learnt);
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
  return { ...only(timeline, timeline.ids.slice(-max)), hasOlder: true };
}

/** The other end: reading far up in history lets the newest go. */
export function trimNewest(timeline: Timeline, max: number): Timeline {
  if (timeline.ids.length <= max) return timeline;
  return { ...only(timeline, timeline.ids.slice(0, max)), hasNewer: true };
}

function only(timeline: Timeline, ids: readonly number[]): Timeline {
  const byId = Object.fromEntries(ids.map((id) => [id, timeline.byId[id] as HeldMessage]));
  return { ...timeline, ids, byId };
}
