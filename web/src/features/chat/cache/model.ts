import type { Message } from '@/api/types.ts';
import type { LiveNotification } from '@/realtime/events.ts';

/** Whether I reacted with an emoji, and the version of the message that says so. */
export interface Mine {
  on: boolean;
  version: number;
}

/** Which options of a poll I have chosen, and the version of the message that says so. */
export interface Vote {
  options: readonly number[];
  version: number;
}

export interface HeldMessage extends Message {
  /**
   * Everybody is told the same, so whether I reacted is known from pages and my own events alone: it has
   * its own registers. What is not named is off at `mineSince`.
   */
  mine: Readonly<Record<string, Mine>>;
  mineSince: number;
  vote: Vote;
  /** The cursor at which it was last learnt of. */
  learnt: number;
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
