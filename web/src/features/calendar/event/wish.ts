import type { ListedEvent } from '../types.ts';

/** By the clock of its place. */
export type Shift = { days?: number; minutes?: number; stretch?: number };
/** One of a series where it is named. */
export type Met = Pick<ListedEvent, 'id' | 'eventUUID' | 'title' | 'isRecurring' | 'recurrenceId'>;

/** What a view asks to be done with an event. */
export type EventWish =
  | { kind: 'move'; met: Met; shift: Shift }
  | { kind: 'askMove' | 'remove'; met: Met };
