/** The shapes these tests read. Written out here on purpose: a test that took them from the server's own document
 * would agree with whatever the server says. */

export interface Message {
  id: number;
  channelId: number;
  userId: number;
  userName: string;
  userSlug: string;
  content: string;
  formattedContent: string;
  edited: boolean;
  deleted: boolean;
  visible: boolean;
  created: string;
  updated: string;
  parentMessageId: number | null;
  replyCount: number;
  lastReplyAt: string | null;
  reactions: { emoji: string; count: number; me: boolean }[];
  clientMessageId: string | null;
  mentions: number[];
  version: number;
}

export interface Channel {
  id: number;
  workspaceId: number;
  name: string;
  displayName: string;
  channelType: 'PUBLIC' | 'PRIVATE' | 'DIRECT';
  archived: boolean;
  general: boolean;
  role: string;
}

export interface Entity {
  idEntity: number;
  entitySlug: string;
  entityName: string;
}

export interface Workspace {
  workspaceId: number;
  entityId: number;
}

/** Whatever comes on a live destination; each type sets its own part of it. */
export interface LiveEvent {
  /** Who took a right or archived a channel; how is its `reason`. */
  byUserId?: number;
  byName?: string;
  type?: string;
  workspaceId?: number;
  channelId?: number;
  messageId?: number;
  senderId?: number;
  senderName?: string;
  senderSlug?: string;
  senderAvatar?: string | null;
  preview?: string;
  content?: string;
  formattedContent?: string;
  created?: string;
  updated?: string;
  timestamp?: number;
  threadId?: number | null;
  parentMessageId?: number | null;
  mentions?: number[];
  hasAttachments?: boolean;
  visible?: boolean;
  cursor?: number;
  edited?: boolean;
  deleted?: boolean;
  clientMessageId?: string | null;
  replyCount?: number;
  lastReplyAt?: string | null;
  emoji?: string;
  count?: number;
  added?: boolean;
  userId?: number;
  userName?: string;
  role?: string;
  /** CHANNEL_DIGEST. */
  messageCount?: number;
  lastMessageId?: number | null;
  parentMessageIds?: number[];
  senderIds?: number[];
  changedCount?: number;
  reason?: string;
  version?: number;
  idCalendarEvent?: number;
  idCalendar?: number;
  eventUUID?: string | null;
  recurrenceId?: string | null;
  taken?: number;
  seatsLeft?: number | null;
  waiting?: number;
  reactions?: { emoji: string; count: number }[];
  /** On events about a reply: the thread's first message. */
  parent?: {
    messageId: number;
    version: number;
    content: string;
    formattedContent: string;
    mentions: number[];
    edited: boolean;
    deleted: boolean;
    updated: string;
    replyCount: number;
    lastReplyAt: string | null;
    reactions: { emoji: string; count: number }[];
  };
  /** The new text of a published message that waits. */
  proposed?: string;
  workspaceName?: string;
  isTyping?: boolean;
  status?: string;
  changes?: { userId: number; status: string; timestamp: number }[];
  channel?: Channel;
  lastReadMessageId?: number;
  destination?: string;
  success?: boolean;
  data?: Message;
  code?: string;
  message?: string;
  entityId?: number;
  notifications?: number;
  messages?: number;
  /** On events about a post. */
  uuid?: string;
  nrLikes?: number;
  nrComments?: number;
  nrReposts?: number;
  notification?: {
    id: number;
    type: string;
    actorId: number;
    actorName: string;
    channelId: number;
    channelName: string;
    messageId: number;
    preview: string;
  };
}

export interface Conversation {
  id: number;
  people: { userId: number }[];
  lastMessage: { messageId: number; userId: number; preview: string; created: string } | null;
  hasUnread: boolean;
  canPost: boolean;
}

/** DIRECT_MESSAGE on a person's own queue. */
export interface DirectMessage {
  channelId: number;
  change: 'CREATE' | 'UPDATE' | 'DELETE';
  cursor: number;
  message: { messageId: number; userId: number; preview: string; created: string };
  people: { userId: number }[];
}

export interface MessagesPage {
  data: Message[];
  hasMore: boolean;
  cursor: number;
}

export interface EventsPage {
  events: LiveEvent[];
  cursor: number;
  reset: boolean;
  hasMore: boolean;
}
