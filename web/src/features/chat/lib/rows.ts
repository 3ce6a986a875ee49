/** From held messages and what is still being sent to the rows of the list. Pure, so that look and order are testable. */
import type { ChannelMembership, Message } from '@/api/types.ts';
import { dayOf } from '@/lib/times.ts';
import type { Timeline } from '../cache/model.ts';
import type { OutboxEntry } from './outbox.ts';

export const GROUP_WITHIN_MS = 5 * 60_000;

export interface ListRow {
  /** The same for life: a sent message keeps its row when the server's id comes. */
  key: string;
  message: Message;
  /** Set while the message is not yet the server's. */
  send: OutboxEntry | null;
  /** The day that begins with this row. */
  day: string | null;
  unreadStart: boolean;
  /** Follows a message of the same author closely: no picture, no name. */
  grouped: boolean;
  /** Messages that were taken away one after another stand in one row: their ids. */
  stands?: number[];
  /** Set on a thread's first message: the line below it tells how many replies follow. */
  repliesBelow?: number;
}

export interface Author {
  idUser: number;
  displayName: string;
  userName: string;
  profileImage: string | null;
}

/** What came while the reader was away: after the last message read, up to the newest at their return. */
export interface UnreadSpan {
  after: number;
  /** null: still away. */
  upTo: number | null;
}

/** The last message read, from what the channel says of its reader; marked unread, it begins there, wherever the mark of reading is. */
export const readUpTo = ({ lastReadMessageId, unreadFrom }: ChannelMembership): number | null =>
  unreadFrom ? unreadFrom - 1 : lastReadMessageId;

export interface RowOptions {
  me: Author;
  /** The line 'Nya' stands before the first message of somebody else within it. */
  unread: UnreadSpan | null;
  sending: readonly OutboxEntry[];
}

/** What is the server's, and what waits where the end of the timeline is what one sees. */
export function buildRows(timeline: Timeline, options: RowOptions): ListRow[] {
  const { rows, push, settled } = settledRows(timeline, options);
  if (!timeline.hasNewer) {
    for (const entry of options.sending) {
      if (!settled.has(entry.clientMessageId)) push(pendingMessage(entry, options.me), entry);
    }
  }
  return rows;
}

/** The rows of what the server has; `push` puts one more below them. */
export function settledRows(timeline: Timeline, options: Omit<RowOptions, 'sending'>) {
  const rows: ListRow[] = [];
  const settled = new Set<string>();
  const { unread } = options;
  let unreadPlaced = unread === null;
  let previous: Message | null = null;
  const push = (message: Message, send: OutboxEntry | null) => {
    const day = dayOf(message.created);
    const newDay = previous === null || dayOf(previous.created) !== day;
    const unreadStart =
      !unreadPlaced &&
      unread !== null &&
      message.id > unread.after &&
      (unread.upTo === null || message.id <= unread.upTo) &&
      message.userId !== options.me.idUser;
    if (unreadStart) unreadPlaced = true;
    const above = rows.at(-1);
    if (above && !newDay && !unreadStart && isTombstone(message) && isTombstone(above.message)) {
      above.stands = [...(above.stands ?? [above.message.id]), message.id];
      previous = message;
      return;
    }
    rows.push({
      key: rowKey(message, options.me.idUser),
      message,
      send,
      day: newDay ? day : null,
      unreadStart,
      grouped: !newDay && !unreadStart && previous !== null && belongsTo(previous, message),
    });
    previous = message;
  };
  for (const id of timeline.ids) {
    const message = timeline.byId[id];
    if (!message) continue;
    if (message.clientMessageId && message.userId === options.me.idUser)
      settled.add(message.clientMessageId);
    // What stands above the window's first message is not known yet, so neither is its height (a day's
    // divider, a name): it waits for the older page and only tells the next one what it follows.
    if (timeline.hasOlder && previous === null && timeline.ids.length > 1) previous = message;
    else push(message, null);
  }
  return { rows, push, settled };
}

const isTombstone = (message: Message) => message.deleted && message.replyCount === 0;

/** The row of a message, which may stand in one with others. */
export const rowOf = (rows: readonly ListRow[], messageId: number): number =>
  rows.findIndex((row) => row.message.id === messageId || row.stands?.includes(messageId));

/** Where the line 'Nya' stands, -1: nowhere. Who has written since has seen what is above. */
export function firstUnread(rows: readonly ListRow[], me: number): number {
  const index = rows.findIndex((row) => row.unreadStart);
  const answered = index >= 0 && rows.slice(index).some((row) => row.message.userId === me);
  return answered ? -1 : index;
}

export function rowKey(message: Message, me: number): string {
  return message.clientMessageId && message.userId === me
    ? `c:${message.clientMessageId}`
    : `m:${message.id}`;
}

function belongsTo(previous: Message, message: Message): boolean {
  if (previous.userId !== message.userId || previous.deleted || message.deleted) return false;
  if (previous.replyCount > 0) return false;
  return Date.parse(message.created) - Date.parse(previous.created) < GROUP_WITHIN_MS;
}

/** Ids are below 2^53 and grow with time: what is not sent yet sorts after everything. */
const NOT_YET = Number.MAX_SAFE_INTEGER;

export function pendingMessage(entry: OutboxEntry, me: Author): Message {
  const created = new Date(entry.created).toISOString();
  return {
    id: NOT_YET,
    channelId: entry.channelId,
    isBot: false,
    userId: me.idUser,
    userName: me.displayName,
    userSlug: me.userName,
    userAvatar: me.profileImage,
    messageType: 'TEXT',
    content: entry.content,
    formattedContent: entry.content,
    edited: false,
    deleted: false,
    visible: true,
    created,
    updated: created,
    parentMessageId: entry.parentMessageId,
    replyCount: 0,
    lastReplyAt: null,
    reactions: [],
    attachments: [...(entry.attachments ?? [])],
    pinned: false,
    priority: entry.announcement?.priority ?? 'NORMAL',
    requestedAck: entry.announcement?.requestedAck ?? false,
    myAck: false,
    ackCount: null,
    poll: null,
    card: null,
    clientMessageId: entry.clientMessageId,
    mentions: [],
    version: 0,
  };
}
