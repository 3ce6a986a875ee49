import { Button } from '@mantine/core';
import { IconBellOff, IconPencilPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { Avatar } from '@/components/Avatar.tsx';
import hidden from '@/components/spoken.module.css';
import { EmptyState, ErrorState } from '@/components/states.tsx';
import { listClasses as list, MessageSkeleton, OwnLinks } from '@/features/chat/index.ts';
import { channelPath } from '@/features/chat/paths.ts';
import { StatusMark } from '@/features/status/index.ts';
import { fullTime, shortTime } from '@/lib/times.ts';
import { holdKeysFor } from '@/lib/typeAhead.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { shellTexts } from '@/texts/shell.ts';
import { type Held, type Inbox, namesOf } from '../inbox.ts';
import classes from './messages.module.css';

interface Props {
  query: UseQueryResult<Inbox>;
  me: number;
  openId: number | null;
  onMore: () => void;
  onWrite: () => void;
}

export function InboxList({ query, me, openId, onMore, onWrite }: Props) {
  const inbox = query.data;
  return (
    <nav className={list.sidebar} aria-label={messagesTexts.list} data-region>
      <div className={list.head}>
        <span className={classes.heading}>{shellTexts.messages}</span>
        <button
          type="button"
          className={list.icon}
          aria-label={messagesTexts.write}
          title={messagesTexts.write}
          onClick={onWrite}
        >
          <IconPencilPlus size={18} aria-hidden="true" />
        </button>
      </div>
      <div className={list.scroll}>
        <OwnLinks workspaceId={0} />
        {query.isError && !inbox ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !inbox ? (
          <MessageSkeleton />
        ) : inbox.items.length === 0 ? (
          <EmptyState title={messagesTexts.emptyTitle} text={messagesTexts.empty}>
            <Button onClick={onWrite}>{messagesTexts.write}</Button>
          </EmptyState>
        ) : (
          <ul className={list.list}>
            {inbox.items.map((conversation) => (
              <li key={conversation.id}>
                <Entry conversation={conversation} me={me} open={conversation.id === openId} />
              </li>
            ))}
          </ul>
        )}
        {inbox?.next && (
          <button type="button" className={list.archived} onClick={onMore}>
            {messagesTexts.older}
          </button>
        )}
      </div>
    </nav>
  );
}

function Entry({ conversation, me, open }: { conversation: Held; me: number; open: boolean }) {
  const { people, lastMessage, muted } = conversation;
  const [one] = people;
  // Marked unread while it stands open it stays so until it is opened again.
  const unread = conversation.hasUnread && (!open || conversation.unreadFrom !== null);
  const alone = people.length === 1;
  return (
    <NavLink
      to={channelPath({ id: conversation.id, workspaceId: 0 })}
      onClick={(event) => !open && holdKeysFor(event, String(conversation.id))}
      className={classes.entry ?? ''}
      data-unread={(unread && !muted) || undefined}
    >
      <span className={classes.picture} data-online={(alone && one?.online) || undefined}>
        <Avatar name={namesOf(people)} image={alone ? (one?.avatar ?? null) : null} size={36} />
      </span>
      <span className={classes.words}>
        <span className={classes.top}>
          <span className={classes.names} dir="auto">
            {namesOf(people)} {alone && one && <StatusMark userId={one.userId} />}
          </span>
          {alone && one?.online && <span className={hidden.spoken}>, {messagesTexts.online}</span>}
          {muted && <IconBellOff size={14} aria-label={messagesTexts.muted} />}
          {lastMessage && (
            <time
              className={classes.when}
              dateTime={lastMessage.created}
              title={fullTime(lastMessage.created)}
            >
              {shortTime(lastMessage.created)}
            </time>
          )}
        </span>
        <span className={classes.preview} dir="auto">
          {lastMessage ? previewOf(conversation, me) : messagesTexts.noMessage}
        </span>
        {unread && <span className={hidden.spoken}>, {messagesTexts.unread}</span>}
      </span>
    </NavLink>
  );
}

function previewOf({ people, lastMessage }: Held, me: number): string {
  if (!lastMessage) return '';
  const words = lastMessage.preview;
  if (lastMessage.userId === me) return messagesTexts.said(messagesTexts.you, words);
  const author = people.find((one) => one.userId === lastMessage.userId);
  return people.length > 1 && author ? messagesTexts.said(author.displayName, words) : words;
}
