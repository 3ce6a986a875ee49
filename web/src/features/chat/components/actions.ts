/** What rows ask for. One stable object per pane, so that rows need not render anew when it is made. */
import { createContext, useContext } from 'react';
import type { Attachment, Message } from '@/api/types.ts';
import type { MessageAbilities } from '../lib/abilities.ts';

export interface MessageActions {
  /** Where a channel of the same workspace is, by its name. */
  channelPath(name: string): string | null;
  abilities(message: Message): MessageAbilities;
  openThread(message: Message): void;
  quote(message: Message): void;
  /** To where others are. */
  forward(message: Message): void;
  /** An event of what it says. */
  makeEvent(message: Message): void;
  /** What another area makes of it, by its id in the slot. */
  make(message: Message, id: string): void;
  startEdit(message: Message): void;
  remove(message: Message): void;
  react(message: Message, emoji: string, on: boolean): void;
  pickEmoji(message: Message, anchor: Element): void;
  openMenu(message: Message, anchor: Element): void;
  /** One of a message's pictures in full, the others beside it. */
  showPictures(pictures: readonly Attachment[], first: number): void;
  pin(message: Message, on: boolean): void;
  save(message: Message, anchor: Element): void;
  markUnread(message: Message): void;
  /** Who put which emoji under it. */
  showReactors(message: Message, anchor: Element): void;
  /** Who has confirmed that they have read it. */
  showReceipts(message: Message): void;
  /** Who has chosen what in a poll. */
  showVoters(message: Message): void;
  approve(message: Message): void;
  reject(message: Message): void;
  retry(clientMessageId: string): void;
  discard(clientMessageId: string): void;
}

export const ActionsContext = createContext<MessageActions | null>(null);

export function useMessageActions(): MessageActions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('a message row needs its actions');
  return actions;
}

/** Who is online in the open workspace. Its own context: a change touches the pictures, not the rows. */
export const OnlineContext = createContext<ReadonlySet<number>>(new Set());
