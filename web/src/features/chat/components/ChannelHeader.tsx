import {
  IconArrowLeft,
  IconHash,
  IconInfoCircle,
  IconLock,
  IconPin,
  IconSearch,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Channel } from '@/api/types.ts';
import { CountBadge } from '@/components/CountBadge.tsx';
import { chatTexts, messageSearchTitle } from '@/texts/chat.ts';
import { detailsPath, moderationPath, pinsPath, searchPath } from '../paths.ts';
import { can, pendingQuery, titleOf } from '../queries.ts';
import classes from './PaneHeader.module.css';
import { useLeave } from './useLeave.ts';

export const ChannelHeader = memo(function ChannelHeader({ channel }: { channel: Channel }) {
  const leave = useLeave();
  const moderates = can(channel, 'MODERATE');
  const pending = useQuery({ ...pendingQuery(channel.id), enabled: moderates });
  const waiting = pending.data?.length ?? 0;
  const Icon = channel.channelType === 'PRIVATE' ? IconLock : IconHash;
  return (
    <header className={classes.header}>
      <button
        type="button"
        className={`${classes.button} ${classes.back}`}
        aria-label={chatTexts.back}
        onClick={() => leave.toList(channel.workspaceId)}
      >
        <IconArrowLeft size={20} aria-hidden="true" />
      </button>
      <div className={classes.titles}>
        <h1 className={classes.title}>
          <Icon
            size={16}
            aria-label={
              channel.channelType === 'PRIVATE' ? chatTexts.privateChannel : chatTexts.publicChannel
            }
          />
          <span>{titleOf(channel)}</span>
        </h1>
        {(channel.topic || channel.description) && (
          <p className={classes.topic}>{channel.topic || channel.description}</p>
        )}
      </div>
      {moderates && (channel.requireModeration || waiting > 0) && (
        <Link
          className={classes.button}
          to={moderationPath(channel)}
          aria-label={waiting > 0 ? chatTexts.pendingCount(waiting) : chatTexts.moderation}
          title={chatTexts.moderation}
        >
          <IconShieldCheck size={20} aria-hidden="true" />
          <span className={classes.badge}>
            <CountBadge count={waiting} cap={99} />
          </span>
        </Link>
      )}
      {/* A phone's header has no room: there it stands among the channel's details. */}
      <Link
        className={`${classes.button} ${classes.roomy}`}
        to={pinsPath(channel)}
        aria-label={chatTexts.pins}
        title={chatTexts.pins}
      >
        <IconPin size={20} aria-hidden="true" />
      </Link>
      <Link
        className={classes.button}
        to={searchPath(channel)}
        aria-label={messageSearchTitle}
        title={messageSearchTitle}
      >
        <IconSearch size={20} aria-hidden="true" />
      </Link>
      <Link
        className={classes.button}
        to={detailsPath(channel)}
        aria-label={chatTexts.details}
        title={chatTexts.details}
      >
        <IconInfoCircle size={20} aria-hidden="true" />
      </Link>
    </header>
  );
});
