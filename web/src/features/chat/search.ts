/** The search for messages: what is asked of the server. */
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Channel, FoundMessages, Success } from '@/api/types.ts';
import type { Typed } from './lib/searchQuery.ts';
import { channelsQuery, chatRetry, membersQuery } from './queries.ts';

/** Where: the open channel, its workspace, everywhere. */
export type Scope = 'kanal' | 'arbetsyta' | 'allt';

const PAGE = 20;
const ASKED = 20;

interface Question {
  asked: Typed;
  scope: Scope;
  channel: Channel;
  from: number | undefined;
  within: number | undefined;
}

export const foundQuery = ({ asked, scope, channel, from, within }: Question) => {
  const channelId = within ?? (scope === 'kanal' ? channel.id : undefined);
  const workspaceId =
    channelId === undefined && scope === 'arbetsyta' ? channel.workspaceId : undefined;
  const question = {
    q: asked.text || undefined,
    has: asked.has,
    from,
    channelId,
    workspaceId,
    limit: PAGE,
  };
  return {
    queryKey: ['chat', 'search', question, asked.before ?? null] as const,
    queryFn: async ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) => {
      const query = { ...question, before: pageParam ?? asked.before };
      const found = api.get<Success<FoundMessages>>('/api/v1/chat/search', {
        query,
        signal,
        quiet: true,
      });
      return (await found).data;
    },
    initialPageParam: null,
    getNextPageParam: (last: FoundMessages) => (last.hasMore ? (last.next ?? null) : null),
    // What is found is what is there now.
    staleTime: 0,
    ...chatRetry,
    // A search that is away has been waited for already: it is said at once, with a way to try again.
    retry: (failures: number, error: unknown) => !isAway(error) && chatRetry.retry(failures, error),
  };
};

const isAway = (error: unknown) => error instanceof ApiError && error.code === 'SEARCH_UNAVAILABLE';

/** The person and the channel that the filters name. `missing`: a name that is nobody's here. */
export function useNamed(channel: Channel, { from, channel: within }: Typed) {
  const people = useQuery({
    ...membersQuery(channel, from ?? '', ASKED),
    enabled: from !== undefined,
  });
  const channels = useQuery({
    ...channelsQuery(channel.workspaceId),
    enabled: within !== undefined,
  });
  const same = (one: string, other: string) =>
    one.localeCompare(other, 'sv', { sensitivity: 'accent' }) === 0;
  const person =
    from && people.data?.find((one) => same(one.username, from) || same(one.slug, from));
  const place = within && channels.data?.find((one) => same(one.name, within));
  const missing =
    (from && people.data && !person && from) ||
    (within && channels.data && !place && within) ||
    null;
  return {
    from: person ? person.userId : undefined,
    within: place ? place.id : undefined,
    missing,
    isKnown: (!from || !!person) && (!within || !!place),
  };
}
