import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tellStatus } from '@/features/status/index.ts';
import { catchUpAfter } from '@/lib/catchUp.ts';
import type { PresenceEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { useRefresh } from '../live.ts';
import { foldPresence, presenceChanges, presenceQuery, workspacesQuery } from '../queries.ts';

/** More than anybody writes to people of; a bound. */
const WORKSPACES_MAX = 20;

/** Where no workspace is open: who is near in mine, and what they say of themselves. */
export default function NearStatuses() {
  const workspaces = useQuery(workspacesQuery).data ?? [];
  return workspaces
    .slice(0, WORKSPACES_MAX)
    .map(({ workspaceId }) => <Near key={workspaceId} workspaceId={workspaceId} />);
}

function Near({ workspaceId }: { workspaceId: number }) {
  const client = useQueryClient();
  const query = presenceQuery(workspaceId);
  const refresh = useRefresh(client);
  useQuery(query);
  useSubscription<PresenceEvent>(`/topic/workspace/${workspaceId}/presence`, {
    onMessage: (event) => {
      if ('type' in event && event.type === 'STATUS_CHANGED') tellStatus(event.userId, event);
      client.setQueryData<ReadonlySet<number>>(query.queryKey, (held) =>
        held ? foldPresence(held, presenceChanges(event)) : held,
      );
    },
    onActive: () => refresh(query.queryKey, catchUpAfter(client, query.queryKey, Date.now())),
  });
  return null;
}
