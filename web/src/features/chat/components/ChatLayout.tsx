import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Channel, Workspace } from '@/api/types.ts';
import hidden from '@/components/spoken.module.css';
import { EmptyState } from '@/components/states.tsx';
import { useSliced } from '@/hooks/useSliced.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { usePreferences } from '@/lib/preferences.ts';
import { chatTexts } from '@/texts/chat.ts';
import { shellTexts } from '@/texts/shell.ts';
import { useWorkspaceLive } from '../live.ts';
import { channelPath, workspacePath } from '../paths.ts';
import { channelsQuery, defaultChannel, usePresence } from '../queries.ts';
import { personalStore } from '../session.ts';
import { OnlineContext } from './actions.ts';
import { ChannelList } from './ChannelList.tsx';
import { ChannelPane } from './ChannelPane.tsx';
import classes from './ChatLayout.module.css';
import { ConnectionBar } from './ConnectionBar.tsx';
import { MessageSkeleton } from './MessageSkeleton.tsx';
import { ShutState } from './ShutState.tsx';
import { useChannel } from './useChannel.ts';
import { useRegions } from './useRegions.ts';
import { useWide } from './useWide.ts';

const ThreadPane = lazy(async () => ({
  default: (await loadPart(() => import('./ThreadPane.tsx'))).ThreadPane,
}));
const DetailsPane = lazy(() => loadPart(() => import('./DetailsPane.tsx')));
const ModerationPane = lazy(() => loadPart(() => import('./ModerationPane.tsx')));
const SearchPane = lazy(() => loadPart(() => import('./SearchPane.tsx')));

const lastChannelKey = (workspaceId: number) => `chat.last.${workspaceId}`;
const LAST_WORKSPACE = 'chat.last';

export function ChatLayout({ workspaces }: { workspaces: readonly Workspace[] }) {
  const params = useParams();
  const remembered = Number(params.workspaceId ?? personalStore.getItem(LAST_WORKSPACE));
  const workspace = workspaces.find((one) => one.workspaceId === remembered) ?? workspaces[0];
  const channelId = params.channelId ? Number(params.channelId) : null;
  const wide = useWide();
  const { density } = usePreferences();
  const root = useRef<HTMLDivElement>(null);
  const workspaceId = workspace?.workspaceId ?? null;
  useRegions(root);
  useWorkspaceLive(workspaceId, channelId);
  useSelection(workspaceId, channelId, wide);
  const online = usePresence(workspaceId);
  const { channel, state } = useChannel(workspaceId, channelId);
  const opened = useSliced(Boolean(channel));

  if (!workspace) return null;
  const side = channel && sidePane(channel, params.pane, Number(params.messageId));
  return (
    <OnlineContext value={online}>
      <div
        ref={root}
        className={classes.chat}
        data-density={density}
        data-pane={side ? 'side' : channelId === null ? 'list' : 'channel'}
      >
        <ConnectionBar />
        <div className={classes.panes}>
          <div className={classes.sidebar}>
            {/* An open channel's name is the page's heading; the list alone has this one. */}
            {channelId === null && <h1 className={hidden.spoken}>{shellTexts.chat}</h1>}
            <ChannelList workspaces={workspaces} workspace={workspace} openChannelId={channelId} />
          </div>
          <div className={classes.channel}>
            {channel && opened ? (
              <ChannelPane key={channel.id} channel={channel} />
            ) : state === 'missing' ? (
              <ShutState workspaceId={workspace.workspaceId} gone />
            ) : channelId === null ? (
              <EmptyState title={chatTexts.chooseChannel} />
            ) : (
              <MessageSkeleton />
            )}
          </div>
          {side && (
            <div className={classes.side}>
              <Suspense fallback={<MessageSkeleton />}>{side}</Suspense>
            </div>
          )}
        </div>
      </div>
    </OnlineContext>
  );
}

function sidePane(channel: Channel, pane: string | undefined, messageId: number): ReactNode {
  if (pane === 'trad' && messageId > 0) {
    return <ThreadPane key={`${channel.id}/${messageId}`} channel={channel} threadId={messageId} />;
  }
  if (pane === 'om') return <DetailsPane key={channel.id} channel={channel} />;
  // Not keyed: a hit in another channel keeps the hits.
  if (pane === 'sok') return <SearchPane channel={channel} />;
  if (pane === 'granska') return <ModerationPane key={channel.id} channel={channel} />;
  return null;
}

/**
 * On a desk something is always open: the last channel here, else allmänt, else the first. A phone shows the
 * list, which is where back leads.
 */
function useSelection(workspaceId: number | null, channelId: number | null, wide: boolean) {
  const navigate = useNavigate();
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
    if (channel) void navigate(channelPath(channel), { replace: true });
  }, [workspaceId, channelId, wide, channels, navigate]);

  // Archived while open: it leaves the list and is deselected.
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (!channels || channelId === null || workspaceId === null) return;
    if (channels.some((one) => one.id === channelId)) known.current = channelId;
    else if (known.current === channelId) {
      known.current = null;
      personalStore.removeItem(lastChannelKey(workspaceId));
      void navigate(workspacePath(workspaceId), { replace: true });
    }
  }, [channels, channelId, workspaceId, navigate]);
}
