import { IconArchive, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Channel } from '@/api/types.ts';
import { chatTexts } from '@/texts/chat.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { can, mayPost } from '../queries.ts';
import classes from './Composer.module.css';

/** The composer where I may write, the reason where I may not. */
export function ComposerNotice({ channel, children }: { channel: Channel; children: ReactNode }) {
  if (mayPost(channel)) {
    const waits =
      channel.requireModeration &&
      !can(channel, 'MODERATE') &&
      (!channel.autoApproveMembers || channel.role === 'FOLLOWER');
    return (
      <>
        {children}
        {waits && <p className={classes.hint}>{chatTexts.moderatedHint}</p>}
      </>
    );
  }
  const reason = channel.archived
    ? chatTexts.archivedHere
    : channel.channelType === 'DIRECT'
      ? messagesTexts.noPost
      : can(channel, 'POST')
        ? chatTexts.readOnly
        : chatTexts.noPost;
  const Icon = channel.archived ? IconArchive : IconLock;
  return (
    <p className={classes.notice}>
      <Icon size={16} aria-hidden="true" style={{ verticalAlign: '-3px', marginInlineEnd: 8 }} />
      {reason}
    </p>
  );
}
