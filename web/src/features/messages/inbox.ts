/**
 * The list of conversations as it is held, newest activity first, and how what is told changes it. Pure:
 * `fold(held, events)` equals a fresh fetch, in whatever order and however often the events come (inbox.test.ts).
 */
import type { Conversation, Correspondent } from './types.ts';

export interface Held extends Conversation {
  /** Of the last message; of two states the higher holds. 0: as fetched. */
  version: number;
  /** The newest message of somebody else that is known: unread while it lies after my mark. */
  newestOther: number;
  /** From where on it was marked unread, as far as that was told: until it is read next. */
  unreadFrom: number | null;
  /** The events did not tell all of it: it is to be asked for. */
  lacks: boolean;
}

export interface Inbox {
  items: readonly Held[];
  /** Where the next page begins; null: there is none. */
  next: string | null;
}

export interface InboxPage {
  content: Conversation[];
  hasMore: boolean;
  next?: string | null;
}

/** What `/user/queue/notifications` tells of a conversation. */
export type InboxEvent =
  | {
      type: 'DIRECT_MESSAGE';
      channelId: number;
      change: 'CREATE' | 'UPDATE' | 'DELETE';
      version: number;
      message: NonNullable<Conversation['lastMessage']>;
      parentMessageId?: number | null;
      people?: Correspondent[];
    }
  | { type: 'CHANNEL_READ'; channelId: number; lastReadMessageId: number }
  | { type: 'CHANNEL_UNREAD'; channelId: number; unreadFrom: number };

export const emptyInbox: Inbox = { items: [], next: null };

export function hold(conversation: Conversation, me: number): Held {
  const last = conversation.lastMessage;
  const read = conversation.lastReadMessageId ?? 0;
  const theirs = last && last.userId !== me ? last.messageId : 0;
  // Unread without its last message being somebody else's: one before it is.
  const newestOther = conversation.hasUnread ? Math.max(theirs, read + 1) : Math.min(theirs, read);
  return { ...conversation, version: 0, newestOther, unreadFrom: null, lacks: false };
}

const newestFirst = (a: Held, b: Held) =>
  Date.parse(b.lastActivity) - Date.parse(a.lastActivity) || b.id - a.id;

const sorted = (items: readonly Held[]): Held[] => [...items].sort(newestFirst);

function put(inbox: Inbox, item: Held): Inbox {
  const rest = inbox.items.filter((one) => one.id !== item.id);
  return { ...inbox, items: sorted([...rest, item]) };
}

/** A page beside what is held: what was told meanwhile is newer than the page and stays. */
export function mergePage(inbox: Inbox, page: InboxPage, me: number, first: boolean): Inbox {
  const items = new Map(inbox.items.map((one) => [one.id, one]));
  for (const fetched of page.content) {
    items.set(fetched.id, mergeOne(items.get(fetched.id), fetched, me));
  }
  const keepsPlace = first && inbox.items.length > page.content.length;
  const next = keepsPlace ? inbox.next : (page.hasMore && page.next) || null;
  return { items: sorted([...items.values()]), next };
}

export function mergeOne(held: Held | undefined, fetched: Conversation, me: number): Held {
  const fresh = hold(fetched, me);
  if (!held) return fresh;
  const known = held.lastMessage?.messageId ?? 0;
  const asked = fresh.lastMessage?.messageId ?? 0;
  // The same message, told live: what was fetched names no version, and may be what was before that.
  const told = known > asked || (known === asked && held.version > 0);
  const { lastMessage, lastActivity, version } = held;
  return withMark(
    {
      ...fresh,
      ...(told && { lastMessage, lastActivity, version }),
      newestOther:
        known > asked ? Math.max(held.newestOther, fresh.newestOther) : fresh.newestOther,
      unreadFrom: fresh.hasUnread ? held.unreadFrom : null,
    },
    held.lastReadMessageId ?? 0,
  );
}

/** After a time without the live connection: what is fetched next is newer than all that was told. */
export const distrust = (inbox: Inbox): Inbox => ({
  ...inbox,
  items: inbox.items.map((item) => ({ ...item, version: 0 })),
});

/** My mark only moves forward. */
function withMark(item: Held, mark: number): Held {
  const lastReadMessageId = Math.max(item.lastReadMessageId ?? 0, mark) || null;
  const hasUnread = item.unreadFrom !== null || item.newestOther > (lastReadMessageId ?? 0);
  return {
    ...item,
    lastReadMessageId,
    hasUnread,
    mentionCount: hasUnread ? item.mentionCount : 0,
  };
}

/** Whatever is read in it, a mark of being unread ends. */
function read(item: Held, mark: number): Held {
  const all = mark >= (item.lastMessage?.messageId ?? 0);
  const newestOther = all ? Math.min(item.newestOther, mark) : item.newestOther;
  return withMark({ ...item, newestOther, unreadFrom: null }, mark);
}

export function foldInbox(inbox: Inbox, event: InboxEvent, me: number): Inbox {
  const held = inbox.items.find((one) => one.id === event.channelId);
  if (event.type === 'CHANNEL_READ') {
    return held ? put(inbox, read(held, event.lastReadMessageId)) : inbox;
  }
  if (event.type === 'CHANNEL_UNREAD') {
    const { unreadFrom } = event;
    return held ? put(inbox, withMark({ ...held, unreadFrom }, 0)) : inbox;
  }
  // A reply is in its thread alone, and moves nothing.
  if (event.parentMessageId) return inbox;
  const { message } = event;
  const item = held ?? newcomer(event, me);
  // Of a conversation that is not held only what is new is news.
  if (!item) return inbox;
  const known = item.lastMessage?.messageId ?? 0;
  const newer =
    message.messageId > known || (message.messageId === known && event.version >= item.version);
  const own = message.userId === me;
  const theirs = event.change !== 'CREATE' || own ? 0 : message.messageId;
  const told: Held = {
    ...item,
    ...(newer && { lastMessage: message, version: event.version }),
    lastActivity: message.messageId > known ? message.created : item.lastActivity,
    newestOther: Math.max(item.newestOther, theirs),
    // What is deleted is unread no more, and only the server knows what else is.
    lacks: item.lacks || (event.change === 'DELETE' && item.hasUnread),
  };
  const posted = own && event.change === 'CREATE';
  return put(inbox, posted ? read(told, message.messageId) : withMark(told, 0));
}

function newcomer(event: Extract<InboxEvent, { people?: unknown }>, me: number): Held | null {
  if (event.change !== 'CREATE' || !event.people) return null;
  return {
    id: event.channelId,
    channelId: event.channelId,
    idType: 1,
    people: event.people.filter((one) => one.userId !== me),
    lastMessage: null,
    lastActivity: event.message.created,
    hasUnread: false,
    mentionCount: 0,
    lastReadMessageId: null,
    notifyLevel: 'default',
    muted: false,
    canPost: true,
    version: 0,
    newestOther: 0,
    unreadFrom: null,
    // Whether it is muted, and who is online, is not told.
    lacks: true,
  };
}

/** 'Anna', 'Anna och Bo', 'Anna, Bo och 2 till'. */
export function namesOf(people: readonly Pick<Correspondent, 'displayName'>[]): string {
  const names = people.map((one) => one.displayName);
  if (names.length <= 1) return names[0] ?? '';
  const last = names.length > 3 ? `${names.length - 2} till` : names.at(-1);
  const first = names.length > 3 ? names.slice(0, 2) : names.slice(0, -1);
  return `${first.join(', ')} och ${last}`;
}
