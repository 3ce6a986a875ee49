import { queryOptions } from '@tanstack/react-query';
import { chatApi } from '@/features/chat/api.ts';

/** Kept apart from the chat's own cache, which live events write to. */
export const homeWorkspacesQuery = queryOptions({
  queryKey: ['home', 'workspaces'],
  queryFn: ({ signal }) => chatApi.workspaces(signal),
});

export const homeUnreadQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ['home', 'unread', workspaceId],
    queryFn: () => chatApi.unread(workspaceId),
    staleTime: 0,
  });
