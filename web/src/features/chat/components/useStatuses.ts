import { useQuery } from '@tanstack/react-query';
import type { Channel } from '@/api/types.ts';
import { useIdle } from '@/lib/whenIdle.ts';
import { membersQuery, SHOWN_MEMBERS } from '../queries.ts';

/**
 * What those in the channel say of themselves. Who is online says so with their presence; for the others the channel's
 * members are asked for once the page has nothing better to do: the list that its details show.
 */
export function useStatuses(channel: Channel): void {
  const idle = useIdle();
  useQuery({
    ...membersQuery(channel, '', SHOWN_MEMBERS),
    enabled: idle && channel.workspaceId !== 0,
  });
}
