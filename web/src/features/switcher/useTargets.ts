/** Everything the switcher leads to: channels of all workspaces, conversations, and people by name. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { channelPath, MESSAGES_ROOT } from '@/features/chat/paths.ts';
import { channelsQuery, titleOf, workspacesQuery } from '@/features/chat/pickers.tsx';
import { fetchInbox, peopleQuery } from '@/features/messages/api.ts';
import { switcherTexts as texts } from '@/texts/switcher.ts';
import type { Target } from './rank.ts';

export interface Targets {
  targets: readonly Target[];
  /** Something is still to come. */
  pending: boolean;
  /** Something could not be had: the rest is there. */
  lacking: boolean;
}

/** `typed`: people are asked for by it. */
export function useTargets(typed: string): Targets {
  const workspaces = useQuery(workspacesQuery);
  const channels = useQueries({
    queries: (workspaces.data ?? []).map(({ workspaceId }) => channelsQuery(workspaceId)),
    combine: (results) => ({
      data: results.flatMap(({ data }) => data ?? []),
      isPending: results.some((one) => one.isPending),
      isError: results.some((one) => one.isError),
    }),
  });
  const inbox = useQuery({
    queryKey: ['switcher', 'conversations'],
    queryFn: ({ signal }) => fetchInbox(null, signal),
    // A conversation may have begun since it was last open.
    staleTime: 0,
    retry: 1,
  });
  const people = useQuery({
    ...peopleQuery(typed),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    retry: 1,
  });

  const targets = useMemo<Target[]>(() => {
    const homes = new Map(workspaces.data?.map((one) => [one.workspaceId, one.workspaceName]));
    const conversations = inbox.data?.content ?? [];
    // Who has a conversation of two with me is found as that.
    const known = new Set(
      conversations.flatMap((one) => (one.people.length === 1 ? [one.people[0]?.userId] : [])),
    );
    return [
      ...channels.data.map(
        (channel): Target => ({
          key: String(channel.id),
          kind: channel.channelType === 'PRIVATE' ? 'private' : 'channel',
          name: titleOf(channel),
          also: channel.name,
          where: homes.get(channel.workspaceId) ?? '',
          path: channelPath(channel),
          image: null,
        }),
      ),
      ...conversations.map(
        (one): Target => ({
          key: String(one.channelId),
          kind: 'conversation',
          name: one.people.map(({ displayName }) => displayName).join(', '),
          also: one.people.map(({ username }) => username).join(' '),
          where: texts.conversation,
          path: channelPath({ id: one.channelId, workspaceId: 0 }),
          image: one.people.length === 1 ? (one.people[0]?.avatar ?? null) : null,
        }),
      ),
      ...(typed === '' ? [] : (people.data ?? []))
        .filter(({ userId }) => !known.has(userId))
        .map(
          (one): Target => ({
            key: `p${one.userId}`,
            kind: 'person',
            name: one.displayName,
            also: one.username,
            where: `@${one.username}`,
            path: `${MESSAGES_ROOT}?to=${one.userId}`,
            image: one.avatar ?? null,
          }),
        ),
    ];
  }, [workspaces.data, channels.data, inbox.data, people.data, typed]);

  const searching = typed !== '' && (people.isPending || people.isPlaceholderData);
  return {
    targets,
    pending: workspaces.isPending || channels.isPending || inbox.isPending || searching,
    lacking:
      workspaces.isError || channels.isError || inbox.isError || (typed !== '' && people.isError),
  };
}
