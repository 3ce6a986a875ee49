import { useQuery } from '@tanstack/react-query';
import type { Channel } from '@/api/types.ts';
import { chatApi } from '../api.ts';
import { channelsQuery } from '../queries.ts';

type Found = { channel: Channel | null; state: 'loading' | 'found' | 'missing' };

/** From the list; one that is not in it (archived, or from a link) is asked for by itself. */
export function useChannel(workspaceId: number | null, channelId: number | null): Found {
  const channels = useQuery({
    ...channelsQuery(workspaceId ?? 0),
    enabled: workspaceId !== null,
  }).data;
  const listed = channels?.find((one) => one.id === channelId) ?? null;
  const alone = useQuery({
    queryKey: ['chat', 'channel', channelId],
    queryFn: () => chatApi.channel(channelId ?? 0),
    enabled: channels !== undefined && channelId !== null && listed === null,
    retry: 1,
  });
  if (listed) return { channel: listed, state: 'found' };
  if (channelId !== null && alone.data?.id === channelId && alone.isSuccess) {
    return { channel: alone.data, state: 'found' };
  }
  return { channel: null, state: alone.isError ? 'missing' : 'loading' };
}
