import { IconBellOff, IconDots, IconHash, IconLock, IconPencil } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import type { Channel } from '@/api/types.ts';
import { CountBadge } from '@/components/CountBadge.tsx';
import hidden from '@/components/spoken.module.css';
import { holdKeysFor } from '@/lib/typeAhead.ts';
import { chatTexts } from '@/texts/chat.ts';
import type { ChannelUnread } from '../api.ts';
import { draftKey } from '../lib/drafts.ts';
import { channelPath } from '../paths.ts';
import { can, pendingQuery, titleOf } from '../queries.ts';
import { useChatSession } from '../session.ts';
import classes from './ChannelList.module.css';
import { onLongPress } from './longPress.ts';

interface LinkProps {
  channel: Channel;
  unread: ChannelUnread | undefined;
  waiting: number;
  open: boolean;
  onMenu: (channel: Channel, anchor: Element) => void;
}

export function ChannelLink({ channel, unread, waiting, open, onMenu }: LinkProps) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys for a menu are its link's
    <div
      className={classes.row}
      onPointerDown={(event) => {
        const row = event.currentTarget;
        onLongPress(event, () => onMenu(channel, row));
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(channel, event.currentTarget);
      }}
    >
      <NavLink
        to={channelPath(channel)}
        className={classes.channel}
        data-channel={channel.id}
        onClick={(event) => !open && holdKeysFor(event, String(channel.id))}
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
      {/* Where a pointer is. By keyboard it is the menu key, by touch a long press: a second stop in each row would double the way through the list. */}
      <button
        type="button"
        tabIndex={-1}
        className={classes.dots}
        aria-label={chatTexts.channelMenu(titleOf(channel))}
        aria-haspopup="dialog"
        onClick={(event) => onMenu(channel, event.currentTarget)}
      >
        <IconDots size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Where I moderate, how many wait. Only channels that ask for approval are asked about. */
export function usePendingCounts(channels: readonly Channel[]): ReadonlyMap<number, number> {
  const moderated = channels.filter(
    (channel) => channel.requireModeration && can(channel, 'MODERATE'),
  );
  return useQueries({
    queries: moderated.map((channel) => pendingQuery(channel.id)),
    combine: (results) =>
      new Map(moderated.map((channel, index) => [channel.id, results[index]?.data?.length ?? 0])),
  });
}
