import {
  IconArchive,
  IconBellOff,
  IconHash,
  IconLock,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import type { Channel, Workspace } from '@/api/types.ts';
import { CountBadge } from '@/components/CountBadge.tsx';
import hidden from '@/components/spoken.module.css';
import { ErrorState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import type { ChannelUnread } from '../api.ts';
import { draftKey } from '../lib/drafts.ts';
import { channelPath } from '../paths.ts';
import {
  can,
  channelsQuery,
  pendingQuery,
  sortChannels,
  titleOf,
  workspaceUnreadQuery,
} from '../queries.ts';
import { useChatSession } from '../session.ts';
import classes from './ChannelList.module.css';
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx';

const ChannelDialog = lazy(() => loadPart(() => import('./ChannelDialog.tsx')));
const ArchivedDialog = lazy(() => loadPart(() => import('./ArchivedDialog.tsx')));

const FILTER_FROM = 12;
/** Organisation roles that make channels in their workspace. */
const MAKERS = ['OWNER', 'ADMIN'];

interface Props {
  workspaces: readonly Workspace[];
  workspace: Workspace;
  openChannelId: number | null;
}

export function ChannelList({ workspaces, workspace, openChannelId }: Props) {
  const channels = useQuery(channelsQuery(workspace.workspaceId));
  const unread = useQuery(workspaceUnreadQuery(workspace.workspaceId)).data;
  const [filter, setFilter] = useState('');
  const [dialog, setDialog] = useState<'create' | 'archived' | null>(null);
  const sorted = useMemo(() => sortChannels(channels.data ?? []), [channels.data]);
  const waiting = usePendingCounts(sorted);
  const query = filter.trim().toLocaleLowerCase('sv');
  const shown =
    query === ''
      ? sorted
      : sorted.filter((one) =>
          `${titleOf(one)} ${one.name}`.toLocaleLowerCase('sv').includes(query),
        );
  const mayCreate = MAKERS.includes(workspace.role);
  const unreadOf = (id: number) => unread?.channels.find((one) => one.channelId === id);

  return (
    <nav className={classes.sidebar} aria-label={chatTexts.channelList} data-region>
      <div className={classes.head}>
        <WorkspaceSwitcher workspaces={workspaces} workspace={workspace} />
        {mayCreate && (
          <button
            type="button"
            className={classes.icon}
            aria-label={chatTexts.createChannel}
            title={chatTexts.createChannel}
            onClick={() => setDialog('create')}
          >
            <IconPlus size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      {sorted.length >= FILTER_FROM && (
        <input
          type="search"
          className={classes.filter}
          placeholder={chatTexts.filterChannels}
          aria-label={chatTexts.filterChannels}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      <div className={classes.scroll}>
        {channels.isError && !channels.data ? (
          <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
        ) : channels.data ? (
          <ul className={classes.list}>
            {shown.map((channel) => (
              <li key={channel.id}>
                <ChannelLink
                  channel={channel}
                  unread={unreadOf(channel.id)}
                  waiting={waiting.get(channel.id) ?? 0}
                  open={channel.id === openChannelId}
                />
              </li>
            ))}
          </ul>
        ) : (
          <Skeleton />
        )}
        {channels.data && shown.length === 0 && (
          <p className={classes.none}>{chatTexts.noChannelMatch}</p>
        )}
        {mayCreate && (
          <button type="button" className={classes.archived} onClick={() => setDialog('archived')}>
            <IconArchive size={16} aria-hidden="true" />
            {chatTexts.archivedChannels}
          </button>
        )}
      </div>
      <Suspense>
        {dialog === 'create' && (
          <ChannelDialog
            workspaceId={workspace.workspaceId}
            channel={null}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'archived' && (
          <ArchivedDialog workspaceId={workspace.workspaceId} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </nav>
  );
}

interface LinkProps {
  channel: Channel;
  unread: ChannelUnread | undefined;
  waiting: number;
  open: boolean;
}

function ChannelLink({ channel, unread, waiting, open }: LinkProps) {
  const { drafts } = useChatSession();
  const { muted } = channel.member;
  // Marked unread while it stands open it stays so until it is opened again.
  const seen = open && !channel.member.unreadFrom;
  const isUnread = unread?.hasUnread === true && !muted && !seen;
  const mentions = seen ? 0 : (unread?.mentionCount ?? 0);
  const Icon = channel.channelType === 'PRIVATE' ? IconLock : IconHash;
  const drafted = () => drafts.has(draftKey(channel.id, null));
  const hasDraft = useSyncExternalStore(drafts.subscribe, drafted) && !open;
  return (
    <NavLink
      to={channelPath(channel)}
      className={classes.channel}
      data-unread={isUnread || mentions > 0 || undefined}
      data-muted={muted || undefined}
    >
      <Icon size={16} aria-hidden="true" className={classes.kind} />
      <span className={classes.name}>{titleOf(channel)}</span>
      {isUnread && mentions === 0 && <span className={hidden.spoken}>, {chatTexts.unread}</span>}
      {hasDraft && <IconPencil size={14} aria-label={chatTexts.draft} className={classes.mark} />}
      {muted && (
        <IconBellOff size={14} aria-label={chatTexts.mutedChannel} className={classes.mark} />
      )}
      {waiting > 0 && (
        <span className={classes.waiting} title={chatTexts.pendingCount(waiting)}>
          {waiting}
          <span className={hidden.spoken}> {chatTexts.waiting}</span>
        </span>
      )}
      <CountBadge count={mentions} cap={99} />
    </NavLink>
  );
}

/** Where I moderate, how many wait. Only channels that ask for approval are asked about. */
function usePendingCounts(channels: readonly Channel[]): ReadonlyMap<number, number> {
  const moderated = channels.filter(
    (channel) => channel.requireModeration && can(channel, 'MODERATE'),
  );
  return useQueries({
    queries: moderated.map((channel) => pendingQuery(channel.id)),
    combine: (results) =>
      new Map(moderated.map((channel, index) => [channel.id, results[index]?.data?.length ?? 0])),
  });
}

function Skeleton() {
  return (
    <div role="status" aria-label={chatTexts.loading} className={classes.skeleton}>
      {[70, 52, 84, 60, 45].map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
