import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Notification } from '@/api/types.ts';
import { NEWEST } from '@/area/pages.ts';
import { pagesQuery } from '@/area/query.ts';

const POLL_MS = 30_000;

export const notificationKeys = {
  list: ['notifications', 'list'] as const,
  count: ['notifications', 'count'] as const,
};

/** Loaded at once and every 30 s; the live connection writes here between the polls. */
export const notificationCountQuery = queryOptions({
  queryKey: notificationKeys.count,
  queryFn: async ({ signal }) =>
    (await api.get<{ data: number }>('/api/v1/notifications/unread-count', { signal, quiet: true }))
      .data,
  refetchInterval: POLL_MS,
});

export const notificationsQuery = pagesQuery<Notification>({
  queryKey: notificationKeys.list,
  path: '/api/v1/notifications',
  limit: 30,
});

export const newestNotifications = () =>
  notificationsQuery.queryFn({ pageParam: NEWEST, signal: new AbortController().signal });

/** Answers how many are left unread. */
export async function markRead(what: { ids: number[] } | { all: true }): Promise<number> {
  return (await api.post<{ data: number }>('/api/v1/notifications/read', what, { quiet: true }))
    .data;
}
