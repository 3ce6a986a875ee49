import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useParams } from 'react-router';
import type { Channel, Workspace } from '@/api/types.ts';
import hidden from '@/components/spoken.module.css';
import { EmptyState } from '@/components/states.tsx';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { useSliced } from '@/hooks/useSliced.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { usePreferences } from '@/lib/preferences.ts';
import { chatTexts } from '@/texts/chat.ts';
import { shellTexts } from '@/texts/shell.ts';
import { useWorkspaceLive } from '../live.ts';
import { OWN_LISTS } from '../paths.ts';
import { titleOf, usePresence } from '../queries.ts';
import { OnlineContext } from './actions.ts';
import { ChannelList } from './ChannelList.tsx';
import { ChannelPane } from './ChannelPane.tsx';
import classes from './ChatLayout.module.css';
import { ConnectionBar } from './LateConnectionBar.ts';
import { MessageSkeleton } from './MessageSkeleton.tsx';
import { SkipLinks } from './SkipLinks.tsx';
import { useChannel } from './useChannel.ts';
import { useLeave } from './useLeave.ts';
import { useRegions } from './useRegions.ts';
import { useReturnFocus } from './useReturnFocus.ts';
import { useSelection } from './useSelection.ts';
import { useWide } from './useWide.ts';
import { useWorkspace } from './useWorkspace.ts';

const ThreadPane = lazy(async () => ({
  default: (await loadPart(() => import('./ThreadPane.tsx'))).ThreadPane,
}));
const DetailsPane = lazy(() => loadPart(() => import('./DetailsPane.tsx')));
const ModerationPane = lazy(() => loadPart(() => import('./ModerationPane.tsx')));
const OwnPane = lazy(() => loadPart(() => import('../everyday/OwnPane.tsx')));
const PinsPane = lazy(() => loadPart(() => import('../everyday/PinsPane.tsx')));
const ShutState = lazy(() => loadPart(() => import('./ShutState.tsx')));
const SearchPane = lazy(() => loadPart(() => import('./SearchPane.tsx')));

export function ChatLayout({ workspaces }: { workspaces: readonly Workspace[] }) {
  const params = useParams();
  const asked = params.workspaceId ? Number(params.workspaceId) : null;
  const { workspace, choices } = useWorkspace(workspaces, asked);
  const list = OWN_LISTS.find((one) => one === params.channelId) ?? null;
  const channelId = params.channelId && !list ? Number(params.channelId) : null;
  const wide = useWide();
  const { density } = usePreferences();
  const root = useRef<HTMLDivElement>(null);
  const sideRoot = useRef<HTMLDivElement>(null);
  const workspaceId = workspace?.workspaceId ?? null;
  const leave = useLeave();
  useRegions();
  useWorkspaceLive(workspaceId, channelId);
  useSelection(workspaceId, channelId, wide && !list);
  const online = usePresence(workspaceId);
  const { channel, state } = useChannel(workspaceId, channelId);
  const opened = useSliced(Boolean(channel));
  const messageId = Number(params.messageId);
  const side = channel && sidePane(channel, params.pane, messageId);
  useReturnFocus(root, sideRoot, side ? `${params.pane}/${params.messageId ?? ''}` : null);
  usePageTitle(
    list
      ? `${chatTexts.ownList[list]} · ${shellTexts.chat}`
      : pageTitle(workspace, channel, side ? params.pane : undefined),
  );

  if (!workspace) return null;
  return (
    <OnlineContext value={online}>
      <div
        ref={root}
        className={classes.chat}
        data-density={density}
        data-pane={side ? 'side' : channelId === null && !list ? 'list' : 'channel'}
      >
        <SkipLinks root={root} />
        <div className={classes.panes}>
          <div className={classes.sidebar}>
            {/* An open channel's name is the page's heading; the list alone has this one. */}
            {channelId === null && !list && <h1 className={hidden.spoken}>{shellTexts.chat}</h1>}
            <ChannelList workspaces={choices} workspace={workspace} openChannelId={channelId} />
          </div>
          <div className={classes.channel}>
            {list ? (
              <Suspense fallback={<MessageSkeleton />}>
                <OwnPane key={list} list={list} workspaceId={workspace.workspaceId} />
              </Suspense>
            ) : channel && opened ? (
              <ChannelPane key={channel.id} channel={channel} />
            ) : state === 'missing' ? (
              <Suspense>
                <ShutState workspaceId={workspace.workspaceId} gone />
              </Suspense>
            ) : channelId === null ? (
              <EmptyState title={chatTexts.chooseChannel} />
            ) : (
              <MessageSkeleton />
            )}
          </div>
          {side && (
            // biome-ignore lint/a11y/noStaticElementInteractions: hears what the pane's own parts have not used
            <div
              ref={sideRoot}
              className={classes.side}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || event.defaultPrevented) return;
                // A dialog or a sheet that lies over it is closed by the browser.
                if (document.querySelector('dialog[open]')) return;
                leave.toChannel(channel);
              }}
            >
              <Suspense fallback={<MessageSkeleton />}>{side}</Suspense>
            </div>
          )}
        </div>
        <Suspense>
          <ConnectionBar />
        </Suspense>
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
  if (pane === 'fasta') return <PinsPane key={channel.id} channel={channel} />;
  if (pane === 'granska') return <ModerationPane key={channel.id} channel={channel} />;
  return null;
}

/** 'Tråd · Allmänt · Kulturhuset': the tab says where one is; how much is unread stands before it. */
function pageTitle(
  workspace: Workspace | undefined,
  channel: Channel | null,
  pane: string | undefined,
): string {
  if (!workspace) return shellTexts.chat;
  if (!channel) return `${shellTexts.chat} · ${workspace.workspaceName}`;
  const place = [titleOf(channel), workspace.workspaceName];
  return (pane === 'trad' ? [chatTexts.thread, ...place] : place).join(' · ');
}
