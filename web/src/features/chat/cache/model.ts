import type { Message } from '@/api/types.ts';
import type { LiveNotification } from '@/realtime/events.ts';

/**
 * How new each part of a held message is, in cursors of its channel. Parts move on their
 * own, so one number for the whole message would let a late edit undo a reaction.
 */
export interface Versions {
  body: number;
  thread: number;
  /** Everything not named in `reactions` is at least this new. */
  base: number;
  reactions: Readonly<Record<string, number>>;
}

export interface HeldMessage extends Message {
  versions: Versions;
}

/** A window of one timeline: a channel's top level, or the replies of a thread. */
export interface Timeline {
  /** Ascending; what is shown. */
  ids: readonly number[];
  /** Also holds rejected messages that are no longer shown, so that a late frame cannot bring them back. */
  byId: Readonly<Record<number, HeldMessage>>;
  hasOlder: boolean;
  hasNewer: boolean;
  /** Everything up to this cursor is folded in: the place to recover from. */
  cursor: number;
}

export interface ThreadState {
  parent: HeldMessage;
  replies: Timeline;
}

/** Whose eyes the fold looks through, and which timeline it folds. */
export interface Scope {
  me: number;
  /** null: the channel's top level. */
  threadId: number | null;
}

export interface Page {
  messages: readonly Message[];
  hasOlder: boolean;
  hasNewer: boolean;
  cursor: number;
}

export type MessageEvent = LiveNotification & { messageId: number };

export const DELETED_TEXT = 'Meddelandet har tagits bort.';

export const emptyTimeline: Timeline = {
  ids: [],
  byId: {},
  hasOlder: false,
  hasNewer: false,
  cursor: 0,
};
