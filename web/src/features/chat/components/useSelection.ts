import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { channelPath } from '../paths.ts';
import { channelsQuery, defaultChannel } from '../queries.ts';
import { personalStore } from '../session.ts';
import { LAST_WORKSPACE } from './useWorkspace.ts';

const lastChannelKey = (workspaceId: number) => `chat.last.${workspaceId}`;

/**
 * On a desk something is always open: the last channel here, else allmänt, else the first. A phone shows the
 * list, which is where back leads.
 */
export function useSelection(workspaceId: number | null, channelId: number | null, wide: boolean) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const channels = useQuery({
    ...channelsQuery(workspaceId ?? 0),
    enabled: workspaceId !== null,
  }).data;

  useEffect(() => {
    if (workspaceId === null) return;
    personalStore.setItem(LAST_WORKSPACE, String(workspaceId));
    if (channelId !== null) personalStore.setItem(lastChannelKey(workspaceId), String(channelId));
  }, [workspaceId, channelId]);

  useEffect(() => {
    if (workspaceId === null || channelId !== null || !wide || !channels) return;
    const last = Number(personalStore.getItem(lastChannelKey(workspaceId)));
    const channel = channels.find((one) => one.id === last) ?? defaultChannel(channels);
    if (channel) void navigate(channelPath(channel), { replace: true, state });
  }, [workspaceId, channelId, wide, channels, navigate, state]);

  // Archived or lost while open: it leaves the list and is not what opens next time. The page stays where it is: who
  // writes there would write on in another channel.
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!channels || channelId === null || workspaceId === null) return;
    if (channels.some((one) => one.id === channelId)) known.current = channelId;
    else if (known.current === channelId) {
      known.current = null;
      personalStore.removeItem(lastChannelKey(workspaceId));
    }
  }, [channels, channelId, workspaceId]);
}
