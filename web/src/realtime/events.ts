/** What comes over the live connection: bodies of the STOMP messages, by destination. */
import type { components } from '@/api/schema.gen.ts';
import type { Attachment, Channel, Notification, UnreadCounts } from '@/api/types.ts';

/** What the server's document names, and two older names of the same: a new one there needs its handler here. */
export type LiveType =
  | components['schemas']['LiveNotification']['type']
  | 'NEW_MESSAGE'
  | 'MESSAGE_DELETED';

/** On /topic/chat/channel/{id} and /topic/workspace/{id}/notifications. */
export interface LiveNotification {
  type: LiveType;
  workspaceId: number;
  channelId: number;
  messageId?: number | null;
  senderId: number;
  senderName: string;
  senderSlug: string;
  senderAvatar?: string | null;
  isBot?: boolean;
  preview?: string | null;
  content?: string | null;
  formattedContent?: string | null;
  created: string;
  updated?: string | null;
  timestamp: number;
  threadId?: number | null;
  parentMessageId?: number | null;
  mentions?: number[] | null;
  mentionNames?: { userId: number; displayName: string }[] | null;
  hasAttachments?: boolean;
  /** Absent: none. */
  attachments?: readonly Attachment[] | null;
  pinned?: boolean | null;
  priority?: components['schemas']['Priority'] | null;
  requestedAck?: boolean | null;
  ackCount?: number | null;
  messageType?: components['schemas']['MessageType'] | null;
  poll?: components['schemas']['Poll'] | null;
  card?: components['schemas']['Message']['card'];
  visible?: boolean | null;
  edited?: boolean | null;
  deleted?: boolean | null;
  clientMessageId?: string | null;
  /** Grows within a channel. */
  cursor: number;
  /** The message's version that is told, with all that belongs to it: the highest one holds. */
  version?: number | null;
  /** Every reaction at that version; absent: none. */
  reactions?: readonly { emoji: string; count: number }[] | null;
  /** On replies: the thread's first message at its own version. */
  parent?: components['schemas']['ParentState'] | null;
  /** The new text of a published message that waits for a moderator. */
  proposed?: string | null;
  /** CHANNEL_ARCHIVED: who did it, where all may know. */
  byUserId?: number;
  byName?: string;
  /** Absolute; on replies their parent's. */
  replyCount?: number | null;
  lastReplyAt?: string | null;
  /** MESSAGE_REACTION: the emoji's count is absolute, `added` tells what `userId` did. */
  emoji?: string | null;
  count?: number | null;
  userId?: number | null;
  added?: boolean | null;
  /** CHANNEL_*: the settings, without my own role and reading. */
  channel?: Partial<Channel> | null;
  /** CHANNEL_READ, only to my own connections. */
  lastReadMessageId?: number | null;
  /** CHANNEL_DIGEST: new messages and replies, the newest that is no reply, their threads and writers, and what was edited or deleted. */
  messageCount?: number;
  lastMessageId?: number | null;
  parentMessageIds?: readonly number[];
  senderIds?: readonly number[];
  changedCount?: number;
  /** WORKSPACE_UPDATED. */
  workspaceName?: string | null;
  /** TYPING, in conversations: at its beginning, and at its end. */
  isTyping?: boolean | null;
  /** MEMBER_CHANGED; null: taken out. */
  role?: string | null;
}

/** On /topic/workspace/{id}/typing. */
export interface TypingEvent {
  channelId: number;
  userId: number;
  userName: string;
  isTyping: boolean;
  timestamp: number;
  parentMessageId?: number | null;
}

export interface PresenceChange {
  userId: number;
  status: 'online' | 'offline';
  timestamp: number;
  /** In the list of who is online: what they say of themselves. */
  statusText?: string | null;
  statusEmoji?: string | null;
}

/** On /topic/workspace/{id}/presence. */
export type PresenceEvent =
  | PresenceChange
  | { type: 'PRESENCE_BATCH'; changes: PresenceChange[] }
  | components['schemas']['StatusChanged'];

/** On /user/queue/notifications. */
export type UserEvent =
  | { type: 'NOTIFICATION'; notification: Notification }
  | ({ type: 'UNREAD' } & Partial<UnreadCounts>)
  | ({ type: 'DIRECT_MESSAGE' } & components['schemas']['DirectMessage'])
  | { type: 'CHANNEL_READ'; channelId: number; workspaceId?: number; lastReadMessageId: number }
  /** Marked unread from this message on, until it is read next. */
  | { type: 'CHANNEL_UNREAD'; channelId: number; workspaceId: number; unreadFrom: number }
  /** Told to the connection that wrote it as well; null: there is none any more. */
  | {
      type: 'DRAFT_CHANGED';
      channelId: number;
      draft?: components['schemas']['ChannelDraft'] | null;
    }
  | { type: 'SIDEBAR_CHANGED'; sidebar: components['schemas']['Sidebar'] }
  | {
      type: 'THREAD_READ';
      workspaceId: number;
      channelId: number;
      parentMessageId: number;
      lastReadMessageId: number;
    }
  | { type: 'MEMBERSHIP_CHANGED'; entityId: number }
  /** Of my contacts, requests, blocks or follows; `count`: how many requests wait for me. */
  | { type: 'CONTACTS_CHANGED'; count: number; userId?: number | null }
  /** What is reported or waits where I moderate is another. */
  | { type: 'MODERATION_CHANGED'; entityId: number }
  /** A post has come into my timeline. */
  | { type: 'FEED_POST'; uuid: string }
  /** Of a task that I made, am or was assigned; it says nothing of it. */
  | { type: 'TASK_CHANGED'; idTask: number; version: number }
  | { type: 'RESYNC' };

/** On a subscription that was refused or has ended. */
export interface AccessDenied {
  type: 'ACCESS_DENIED';
  code: string;
  message: string;
  /** Where somebody else took the right: who, and how. */
  byUserId?: number;
  byName?: string;
  reason?: 'REMOVED' | 'CLOSED' | 'EXPELLED' | 'ROLE';
}

export const isAccessDenied = (body: unknown): body is AccessDenied =>
  typeof body === 'object' &&
  body !== null &&
  (body as { type?: unknown }).type === 'ACCESS_DENIED';
