import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Channel } from '@/api/types.ts';
import { EmptyState, ErrorState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { chatApi } from '../api.ts';
import { useChannelLive } from '../live.ts';
import { chatKeys } from '../queries.ts';
import { MessageSkeleton } from './MessageSkeleton.tsx';
import { useTimeline } from './useTimeline.ts';

// One part with the chat's own threads: imported from here it would be part of every chat.
const Thread = lazy(async () => ({
  default: (await loadPart(() => import('./ThreadPane.tsx'))).Thread,
}));

interface LoneThreadProps {
  channelId: number;
  threadId: number;
  nothing: string;
  label: string;
  composerLabel: string;
}

/** A channel's only thread, on a page of something else. */
export function LoneThread({ channelId, ...props }: LoneThreadProps) {
  const channel = useQuery({
    queryKey: chatKeys.channel(channelId),
    queryFn: () => chatApi.channel(channelId),
    retry: 1,
  });
  if (channel.isError && !channel.data) {
    return <ErrorState error={channel.error} onRetry={() => void channel.refetch()} />;
  }
  return channel.data ? <Live channel={channel.data} {...props} /> : <MessageSkeleton />;
}

/** Kept true by the channel's feed, which goes on from where the channel was read. */
function Live({ channel, ...props }: Omit<LoneThreadProps, 'channelId'> & { channel: Channel }) {
  const { query } = useTimeline(channel, null);
  const denied = useChannelLive(channel.id, query.data !== undefined);
  if (denied) return <EmptyState title={denied} />;
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <MessageSkeleton />;
  return (
    <Suspense fallback={<MessageSkeleton />}>
      <Thread channel={channel} alone {...props} />
    </Suspense>
  );
}
