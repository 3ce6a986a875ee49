/** The chat's calls, by name. Answers come unpacked from their {success, data}. */
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type {
  Channel,
  ChannelDraft,
  ChannelMembership,
  Member,
  Message,
  NotifyLevel,
  Priority,
  Reaction,
  Sidebar,
  Success,
  Workspace,
} from '@/api/types.ts';
import type { LiveNotification, PresenceChange } from '@/realtime/events.ts';
import type { Page } from './cache/model.ts';

/** A message is tried again under its id after this. */
const SEND_TIMEOUT_MS = 20_000;
const OK = 200;
const BASE = '/api/v1/chat';
export const PAGE_SIZE = 50;

const data = async <T>(answer: Promise<Success<T>>): Promise<T> => (await answer).data;

/** Failed where the answer does not bring what was made. */
const made = async <T>(answer: Promise<Success<T>>): Promise<T> => {
  const { data, error = '' } = await answer;
  if (!data) throw new ApiError(OK, { message: error });
  return data;
};

export interface ChannelUnread {
  channelId: number;
  hasUnread: boolean;
  mentionCount: number;
  lastReadTimestamp: number | null;
}

export interface WorkspaceUnread {
  channels: ChannelUnread[];
  total: number;
}

export interface ChannelSettings {
  name: string;
  displayName: string;
  description: string;
  topic: string;
  channelType: 'PUBLIC' | 'PRIVATE';
  readOnly: boolean;
  allowFollowers: boolean;
  visibleToGuests: boolean;
  requireModeration: boolean;
  autoApproveMembers: boolean;
  relationTypes: string[];
  /** Said when the server has asked: what was written in a private channel is shown to all. */
  showHistory?: boolean;
  /** Said when the server has asked: what becomes of messages that wait when moderation is switched off. */
  waiting?: 'APPROVE' | 'REJECT';
}

export interface Recovery {
  events: LiveNotification[];
  cursor: number;
  reset: boolean;
  hasMore: boolean;
}

/** What a moderator may say of a message in a channel. */
export interface Announcement {
  priority?: Priority;
  requestedAck?: boolean;
}

type MessagesAnswer = Success<Message[]> & {
  hasMore: boolean;
  cursor: number;
  hasOlder?: boolean;
  hasNewer?: boolean;
};

export type Where = { newest: true } | { before: number } | { after: number } | { around: number };

export async function fetchMessages(
  channelId: number,
  where: Where,
  signal?: AbortSignal,
): Promise<Page> {
  const query =
    'newest' in where ? { limit: PAGE_SIZE, offset: 0 } : { limit: PAGE_SIZE, ...where };
  const answer = await api.get<MessagesAnswer>(`${BASE}/channels/${channelId}/messages`, {
    query,
    quiet: true,
    ...(signal ? { signal } : null),
  });
  const around = 'around' in where;
  return {
    messages: answer.data,
    hasOlder: answer.hasOlder ?? ('after' in where ? true : around || answer.hasMore),
    hasNewer: answer.hasNewer ?? (around || ('after' in where && answer.hasMore)),
    cursor: answer.cursor ?? 0,
  };
}

export interface ThreadPage {
  parent: Message;
  replies: Message[];
  hasMore: boolean;
  cursor?: number;
}

export const chatApi = {
  workspaces: (signal?: AbortSignal) =>
    data(api.get<Success<Workspace[]>>(`${BASE}/workspaces`, { ...(signal ? { signal } : null) })),
  channels: (workspaceId: number, archived: boolean, signal?: AbortSignal) =>
    data(
      api.get<Success<Channel[]>>(`${BASE}/workspaces/${workspaceId}/channels`, {
        query: { archived },
        ...(signal ? { signal } : null),
      }),
    ),
  unread: (workspaceId: number) =>
    data(
      api.get<Success<WorkspaceUnread>>(`${BASE}/workspaces/${workspaceId}/unread`, {
        quiet: true,
      }),
    ),
  presence: (workspaceId: number) =>
    data(
      api.get<Success<PresenceChange[]>>(`${BASE}/workspaces/${workspaceId}/presence`, {
        quiet: true,
      }),
    ),
  channel: (id: number) =>
    data(api.get<Success<Channel>>(`${BASE}/channels/${id}`, { quiet: true })),
  createChannel: (workspaceId: number, settings: ChannelSettings) =>
    made(api.post<Success<Channel>>(`${BASE}/workspaces/${workspaceId}/channels`, settings)),
  updateChannel: (id: number, settings: Partial<ChannelSettings>) =>
    data(api.put<Success<Channel>>(`${BASE}/channels/${id}`, settings)),
  archive: (id: number) => data(api.post<Success<Channel>>(`${BASE}/channels/${id}/archive`)),
  unarchive: (id: number) => data(api.post<Success<Channel>>(`${BASE}/channels/${id}/unarchive`)),
  members: (id: number, q: string, limit: number, signal?: AbortSignal) =>
    data(
      api.get<Success<Member[]>>(`${BASE}/channels/${id}/members`, {
        query: { q: q || undefined, limit },
        quiet: true,
        ...(signal ? { signal } : null),
      }),
    ),
  putMember: (id: number, userId: number, role?: string) =>
    data(
      api.put<Success<Member>>(`${BASE}/channels/${id}/members/${userId}`, role ? { role } : {}),
    ),
  removeMember: (id: number, userId: number) =>
    api.delete(`${BASE}/channels/${id}/members/${userId}`),
  mySettings: (id: number, change: { notifyLevel?: NotifyLevel; muted?: boolean }) =>
    data(api.put<Success<ChannelMembership>>(`${BASE}/channels/${id}/settings`, change)),
  readThread: (id: number, lastReadMessageId: number) =>
    api.post(`${BASE}/messages/${id}/thread/read`, { lastReadMessageId }),
  read: (id: number, lastReadMessageId: number) =>
    data(
      api.post<Success<{ lastReadMessageId: number; mentionCount: number }>>(
        `${BASE}/channels/${id}/read`,
        { lastReadMessageId },
        { quiet: true },
      ),
    ),
  markUnread: (id: number, unreadFrom: number) =>
    api.post(`${BASE}/channels/${id}/read`, { unreadFrom }, { quiet: true }),
  sidebar: () => data(api.get<Success<Sidebar>>(`${BASE}/sidebar`, { quiet: true })),
  putSidebar: (sidebar: Sidebar) =>
    data(api.put<Success<Sidebar>>(`${BASE}/sidebar`, sidebar, { quiet: true })),
  drafts: () => data(api.get<Success<ChannelDraft[]>>(`${BASE}/drafts`, { quiet: true })),
  putDraft: (id: number, content: string) =>
    data(
      api.put<Success<ChannelDraft | null>>(
        `${BASE}/channels/${id}/draft`,
        { content },
        { quiet: true },
      ),
    ),
  events: (id: number, after: number) =>
    data(
      api.get<Success<Recovery>>(`${BASE}/channels/${id}/events`, {
        query: { after, limit: 500 },
        quiet: true,
      }),
    ),
  send: (
    id: number,
    message: {
      content?: string;
      messageType?: 'CARD';
      card?: NonNullable<Message['card']>;
      parentMessageId?: number;
      clientMessageId: string;
      attachmentIds?: number[];
    } & Announcement,
  ) =>
    data(
      api.post<Success<Message>>(`${BASE}/channels/${id}/messages`, message, {
        quiet: true,
        // A dead network may never answer, and what is written next waits behind this one.
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      }),
    ),
  dropFile: (id: number) => api.delete(`${BASE}/attachments/${id}`, { quiet: true }),
  edit: (id: number, content: string) =>
    data(api.put<Success<Message>>(`${BASE}/messages/${id}`, { content })),
  remove: (id: number) => data(api.delete<Success<Message>>(`${BASE}/messages/${id}`)),
  thread: (id: number, after: number | undefined, signal?: AbortSignal) =>
    data(
      api.get<Success<ThreadPage>>(`${BASE}/messages/${id}/thread`, {
        query: { after, limit: 100 },
        quiet: true,
        ...(signal ? { signal } : null),
      }),
    ),
  react: (id: number, emoji: string, on: boolean) => {
    const path = `${BASE}/messages/${id}/reactions/${encodeURIComponent(emoji)}`;
    return data(on ? api.put<Success<Reaction[]>>(path) : api.delete<Success<Reaction[]>>(path));
  },
  pending: (id: number) =>
    data(api.get<Success<Message[]>>(`${BASE}/channels/${id}/pending`, { quiet: true })),
  approve: (id: number) => data(api.post<Success<Message>>(`${BASE}/messages/${id}/approve`)),
  reject: (id: number, reason: string) =>
    data(api.post<Success<Message>>(`${BASE}/messages/${id}/reject`, reason ? { reason } : {})),
};
