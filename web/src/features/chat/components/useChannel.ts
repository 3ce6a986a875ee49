import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Channel } from '@/api/types.ts';
import { chatApi } from '../api.ts';
import { channelsQuery, chatKeys, lost } from '../queries.ts';

type Found = { channel: Channel | null; state: 'loading' | 'found' | 'missing' };

/**
 * From the list; one that is not in it (archived, or from a link) is asked for by itself. One that is lost while it stands
 * open (removed, archived, deleted) stays, without any right: its page says what happened, and keeps what was being written.
 */
export function useChannel(workspaceId: number | null, channelId: number | null): Found {
  const channels = useQuery({
    ...channelsQuery(workspaceId ?? 0),
    enabled: workspaceId !== null,
  }).data;
  const listed = channels?.find((one) => one.id === channelId) ?? null;
  const alone = useQuery({
    queryKey: chatKeys.channel(channelId ?? 0),
    queryFn: () => chatApi.channel(channelId ?? 0),
    enabled: channels !== undefined && channelId !== null && listed === null,
    retry: 1,
  });
  const seen = useRef<Channel | null>(null);
  useEffect(() => {
    if (listed) seen.current = listed;
  }, [listed]);
  const before = seen.current?.id === channelId ? seen.current : null;
  const gone = useMemo(
    () => (before && alone.isError ? lost(before) : null),
    [before, alone.isError],
  );
  if (listed) return { channel: listed, state: 'found' };
  if (channelId !== null && alone.data?.id === channelId && alone.isSuccess) {
    return { channel: alone.data, state: 'found' };
  }
  if (before) return { channel: gone ?? before, state: 'found' };
  return { channel: null, state: alone.isError ? 'missing' : 'loading' };
}
