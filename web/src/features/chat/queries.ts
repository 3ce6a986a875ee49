/** The chat's server data in the query cache: what is asked, under which key, and how long it holds. */
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import type { Channel, ChannelMembership, Member } from '@/api/types.ts';
import { tellStatuses } from '@/features/status/index.ts';
import { once } from '@/lib/once.ts';
import type { PresenceChange, PresenceEvent } from '@/realtime/events.ts';
import { type ChannelUnread, chatApi, type WorkspaceUnread } from './api.ts';

export const chatKeys = {
  workspaces: ['chat', 'workspaces'] as const,
  channels: (workspaceId: number) => ['chat', 'channels', workspaceId] as const,
  archived: (workspaceId: number) => ['chat', 'archived', workspaceId] as const,
  unread: (workspaceId: number) => ['chat', 'unread', workspaceId] as const,
  presence: (workspaceId: number) => ['chat', 'presence', workspaceId] as const,
  messages: (channelId: number) => ['chat', 'messages', channelId] as const,
  threads: (channelId: number) => ['chat', 'thread', channelId] as const,
  thread: (channelId: number, threadId: number) => ['chat', 'thread', channelId, threadId] as const,
  pending: (channelId: number) => ['chat', 'pending', channelId] as const,
  pins: (channelId: number) => ['chat', 'pins', channelId] as const,
  sidebar: ['chat', 'sidebar'] as const,
  saved: ['chat', 'saved'] as const,
  drafts: ['chat', 'drafts'] as const,
  myThreads: ['chat', 'myThreads'] as const,
  scheduled: ['chat', 'scheduled'] as const,
  channel: (channelId: number) => ['chat', 'channel', channelId] as const,
  members: (channelId: number, q: string) => ['chat', 'members', channelId, q] as const,
};

/** Loading channels or messages is retried twice, 2 s apart; then the person is told. */
export const chatRetry = {
  retry: (failures: number, error: unknown) =>
    failures < 2 && !(error instanceof ApiError && !error.isTransient),
  retryDelay: 2000,
};
/** Kept true by the live connection and its recovery: asking again on focus would be for nothing. */
const live = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const workspacesQuery = queryOptions({
  queryKey: chatKeys.workspaces,
  queryFn: ({ signal }) => chatApi.workspaces(signal),
  ...chatRetry,
});

export const channelsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: chatKeys.channels(workspaceId),
    queryFn: ({ signal }) => chatApi.channels(workspaceId, false, signal),
    ...chatRetry,
    ...live,
  });

export const archivedQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: chatKeys.archived(workspaceId),
    queryFn: ({ signal }) => chatApi.channels(workspaceId, true, signal),
  });

/** A failed check counts as nothing unread. */
export const workspaceUnreadQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: chatKeys.unread(workspaceId),
    queryFn: () => chatApi.unread(workspaceId),
    ...live,
  });

export const sidebarQuery = queryOptions({
  queryKey: chatKeys.sidebar,
  queryFn: () => chatApi.sidebar(),
  ...chatRetry,
  ...live,
});

export const presenceQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: chatKeys.presence(workspaceId),
    queryFn: async (): Promise<ReadonlySet<number>> => {
      const present = await chatApi.presence(workspaceId);
      tellStatuses(present);
      return foldPresence(new Set(), present);
    },
    structuralSharing: false,
    ...live,
  });

export const pendingQuery = (channelId: number) =>
  queryOptions({
    queryKey: chatKeys.pending(channelId),
    queryFn: () => chatApi.pending(channelId),
    staleTime: 60_000,
  });

/** As many members as a channel's details show at once. */
export const SHOWN_MEMBERS = 100;

/** Of a conversation (workspace 0) it says no statuses: who may know them there is asked person by person. */
export const membersQuery = (
  { id: channelId, workspaceId }: Pick<Channel, 'id' | 'workspaceId'>,
  q: string,
  limit: number,
) =>
  queryOptions({
    queryKey: [...chatKeys.members(channelId, q), limit],
    queryFn: async ({ signal }) => {
      const members = await chatApi.members(channelId, q, limit, signal);
      if (workspaceId !== 0) tellStatuses(members);
      return members;
    },
    staleTime: 60_000,
  });

const nobody: ReadonlySet<number> = new Set();

export function usePresence(workspaceId: number | null): ReadonlySet<number> {
  const query = useQuery({ ...presenceQuery(workspaceId ?? 0), enabled: workspaceId !== null });
  return query.data ?? nobody;
}

export function foldPresence(
  online: ReadonlySet<number>,
  changes: readonly PresenceChange[],
): ReadonlySet<number> {
  const next = new Set(online);
  for (const change of changes) {
    if (change.status === 'online') next.add(change.userId);
    else next.delete(change.userId);
  }
  return next;
}

export const presenceChanges = (event: PresenceEvent): readonly PresenceChange[] =>
  'changes' in event ? event.changes : 'status' in event ? [event] : [];

const noUnread = (channelId: number): ChannelUnread => ({
  channelId,
  hasUnread: false,
  mentionCount: 0,
  lastReadTimestamp: null,
});

/** Tells whether anything changed: most messages come to channels that are unread already. */
export function patchUnread(
  client: QueryClient,
  workspaceId: number,
  channelId: number,
  change: Partial<ChannelUnread>,
): boolean {
  const key = chatKeys.unread(workspaceId);
  const held = client.getQueryData<WorkspaceUnread>(key);
  if (!held) return false;
  const current = held.channels.find((one) => one.channelId === channelId) ?? noUnread(channelId);
  const next = { ...current, ...change };
  if (next.hasUnread === current.hasUnread && next.mentionCount === current.mentionCount) {
    return false;
  }
  const rest = held.channels.filter((one) => one.channelId !== channelId);
  client.setQueryData<WorkspaceUnread>(key, { ...held, channels: [...rest, next] });
  return true;
}

export function patchChannel(
  client: QueryClient,
  workspaceId: number,
  channelId: number,
  change: Partial<Channel>,
) {
  client.setQueryData<Channel[]>(chatKeys.channels(workspaceId), (held) =>
    held?.map((channel) => (channel.id === channelId ? { ...channel, ...change } : channel)),
  );
}

/** It leaves the list; where it stands open it can be read, and is known as archived from this moment. */
export function archivedNow(client: QueryClient, workspaceId: number, channelId: number) {
  const key = chatKeys.channels(workspaceId);
  const channel = client.getQueryData<Channel[]>(key)?.find((one) => one.id === channelId);
  if (!channel) return;
  client.setQueryData<Channel>(chatKeys.channel(channelId), { ...channel, archived: true });
  client.setQueryData<Channel[]>(key, (held) => held?.filter((one) => one !== channel));
}

export function patchMembership(
  client: QueryClient,
  channel: Pick<Channel, 'id' | 'workspaceId'>,
  change: Partial<ChannelMembership>,
) {
  client.setQueryData<Channel[]>(chatKeys.channels(channel.workspaceId), (held) =>
    held?.map((one) =>
      one.id === channel.id ? { ...one, member: { ...one.member, ...change } } : one,
    ),
  );
}

/** Swedish, and numbers by their size: 'Prov 2' before 'Prov 10'. */
const inOrder = once(() => new Intl.Collator('sv', { numeric: true }));

/** general first, then by name. */
export function sortChannels(channels: readonly Channel[]): Channel[] {
  return [...channels].sort(
    (a, b) => Number(b.general) - Number(a.general) || inOrder().compare(titleOf(a), titleOf(b)),
  );
}

export const titleOf = (channel: Pick<Channel, 'displayName' | 'name'>) =>
  channel.displayName || channel.name;

/** Where one lands: the channel named allmänt or general, or flagged so; otherwise the first. */
export function defaultChannel(channels: readonly Channel[]): Channel | undefined {
  return (
    channels.find(
      (channel) => channel.name === 'allmänt' || channel.name === 'general' || channel.general,
    ) ?? channels[0]
  );
}

export const can = (channel: Channel, permission: Channel['permissions'][number]) =>
  channel.permissions.includes(permission);

/** Moderators write in read-only channels too. */
export const mayPost = (channel: Channel) =>
  !channel.archived && can(channel, 'POST') && (!channel.readOnly || can(channel, 'MODERATE'));

/** Nothing is allowed any more, not even reading (useChannel.ts). */
export const isLost = (channel: Channel) => channel.permissions.length === 0;

/** As it was, with nothing that one may do in it any more. */
export const lost = (channel: Channel): Channel => ({ ...channel, permissions: [] });

export const byName = (a: Member, b: Member) => inOrder().compare(a.displayName, b.displayName);
