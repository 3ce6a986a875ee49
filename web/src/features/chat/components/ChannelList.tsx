/** The list of a workspace's channels as somebody has arranged it, and what is theirs above it. */
import { IconArchive, IconChevronDown, IconDots, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { Channel, Workspace } from '@/api/types.ts';
import { ErrorState } from '@/components/states.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { chatTexts } from '@/texts/chat.ts';
import { CHANNELS, FAVOURITES, type Section, sectionsOf } from '../lib/sections.ts';
import {
  channelsQuery,
  sidebarQuery,
  sortChannels,
  titleOf,
  workspaceUnreadQuery,
} from '../queries.ts';
import { arrange } from '../sidebar.ts';
import { ChannelLink, usePendingCounts } from './ChannelLink.tsx';
import classes from './ChannelList.module.css';
import { OwnLinks } from './OwnLinks.tsx';
import { useUnreadKeys } from './useUnreadKeys.ts';
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx';

const ChannelDialog = lazy(() => loadPart(() => import('./ChannelDialog.tsx')));
const ArchivedDialog = lazy(() => loadPart(() => import('./ArchivedDialog.tsx')));
const ListMenus = lazy(() => loadPart(() => import('../everyday/ListMenus.tsx')));
const arranging = () => loadPart(() => import('../everyday/arranging.ts'));

const FILTER_FROM = 12;
/** Organisation roles that make channels in their workspace. */
const MAKERS = ['OWNER', 'ADMIN'];

interface Props {
  workspaces: readonly Workspace[];
  workspace: Workspace;
  openChannelId: number | null;
}

/** What a menu is about; the list as a whole, a channel, or a group. */
export interface ListMenu {
  anchor: Element;
  channel: Channel | null;
  section: Section | null;
}

export function ChannelList({ workspaces, workspace, openChannelId }: Props) {
  const client = useQueryClient();
  const channels = useQuery(channelsQuery(workspace.workspaceId));
  const unread = useQuery(workspaceUnreadQuery(workspace.workspaceId)).data;
  const sidebar = useQuery(sidebarQuery).data;
  const [filter, setFilter] = useState('');
  const [dialog, setDialog] = useState<'create' | 'archived' | null>(null);
  const [menu, setMenu] = useState<ListMenu | null>(null);
  const sorted = useMemo(() => sortChannels(channels.data ?? []), [channels.data]);
  const waiting = usePendingCounts(sorted);
  const query = filter.trim().toLocaleLowerCase('sv');
  const mayCreate = MAKERS.includes(workspace.role);
  const unreadOf = (id: number) => unread?.channels.find((one) => one.channelId === id);
  const muted = new Set(sorted.filter(({ member }) => member.muted).map(({ id }) => id));
  const isUnread = (id: number) => {
    const state = unreadOf(id);
    return (state?.mentionCount ?? 0) > 0 || (state?.hasUnread === true && !muted.has(id));
  };
  const stays = useStays(openChannelId, isUnread);
  const sections: Section[] =
    query === ''
      ? sectionsOf(sorted, sidebar, stays)
      : [
          {
            key: 'found',
            group: null,
            channels: sorted.filter((one) =>
              `${titleOf(one)} ${one.name}`.toLocaleLowerCase('sv').includes(query),
            ),
          },
        ];
  const arranged = sections.length > 1;
  const folded = (section: Section) =>
    arranged && (sidebar?.collapsed.includes(section.key) ?? false);
  // Folded, a part still shows what one must not miss.
  const shownOf = (section: Section) =>
    folded(section)
      ? section.channels.filter(({ id }) => id === openChannelId || stays(id))
      : section.channels;
  const shown = sections.flatMap(({ channels: all }) => all);
  useUnreadKeys(shown, openChannelId, isUnread);

  const fold = (section: Section) => {
    const on = !folded(section);
    void arranging().then((all) => arrange(client, all.folded(section.key, on)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || !/^Arrow(Up|Down)$/.test(event.key)) return;
    const id = Number(
      (event.target as Element).closest<HTMLElement>('[data-channel]')?.dataset.channel,
    );
    if (!id) return;
    event.preventDefault();
    const step = event.key === 'ArrowUp' ? -1 : 1;
    const here = new Set(sorted.map((one) => one.id));
    void arranging().then((all) =>
      arrange(
        client,
        all.channelMoved(id, step, (one) => here.has(one)),
      ),
    );
  };

  return (
    <nav className={classes.sidebar} aria-label={chatTexts.channelList} data-region>
      <div className={classes.head}>
        <WorkspaceSwitcher workspaces={workspaces} workspace={workspace} />
        <button
          type="button"
          className={classes.icon}
          aria-label={chatTexts.listMenu}
          title={chatTexts.listMenu}
          aria-haspopup="dialog"
          onClick={(event) =>
            setMenu({ anchor: event.currentTarget, channel: null, section: null })
          }
        >
          <IconDots size={18} aria-hidden="true" />
        </button>
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of its links */}
      <div className={classes.scroll} onKeyDown={onKeyDown}>
        <OwnLinks workspaceId={workspace.workspaceId} />
        {channels.isError && !channels.data ? (
          <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
        ) : channels.data ? (
          sections.map((section) => (
            <section key={section.key} aria-label={titleOfSection(section)}>
              {arranged && (
                <div className={classes.part}>
                  <button
                    type="button"
                    className={classes.fold}
                    aria-expanded={!folded(section)}
                    onClick={() => fold(section)}
                  >
                    <IconChevronDown size={14} aria-hidden="true" />
                    <span dir="auto">{titleOfSection(section)}</span>
                  </button>
                  {section.group && (
                    <button
                      type="button"
                      className={classes.partMenu}
                      aria-label={chatTexts.groupMenu(section.group.name)}
                      aria-haspopup="dialog"
                      onClick={(event) =>
                        setMenu({ anchor: event.currentTarget, channel: null, section })
                      }
                    >
                      <IconDots size={16} aria-hidden="true" />
                    </button>
                  )}
                </div>
              )}
              <ul className={classes.list}>
                {shownOf(section).map((channel) => (
                  <li key={channel.id}>
                    <ChannelLink
                      channel={channel}
                      unread={unreadOf(channel.id)}
                      waiting={waiting.get(channel.id) ?? 0}
                      open={channel.id === openChannelId}
                      onMenu={(of, anchor) => setMenu({ anchor, channel: of, section })}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))
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
        {menu && (
          <ListMenus
            {...menu}
            workspace={workspace}
            isUnread={menu.channel !== null && isUnread(menu.channel.id)}
            onClose={() => setMenu(null)}
          />
        )}
      </Suspense>
    </nav>
  );
}

const titleOfSection = ({ key, group }: Section): string => {
  if (group) return group.name;
  return key === FAVOURITES
    ? chatTexts.favourites
    : key === CHANNELS
      ? chatTexts.channels
      : chatTexts.filterChannels;
};

/** What was unread when it was opened keeps its place until one leaves it: nothing moves under what one has just chosen. */
function useStays(openId: number | null, isUnread: (id: number) => boolean) {
  const opened = useRef({ openId, wasUnread: false });
  if (opened.current.openId !== openId) {
    opened.current = { openId, wasUnread: openId !== null && isUnread(openId) };
  }
  return (id: number) => isUnread(id) || (id === openId && opened.current.wasUnread);
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
