import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Channel } from '@/api/types.ts';
import { ErrorState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { dayOf } from '@/lib/times.ts';
import { isWriting } from '@/lib/writing.ts';
import { chatTexts } from '@/texts/chat.ts';
import { abilitiesOf } from '../lib/abilities.ts';
import { buildRows, type ListRow, rowKey } from '../lib/rows.ts';
import { isLost, titleOf } from '../queries.ts';
import { useChatSession, useOutbox } from '../session.ts';
import { ActionsContext } from './actions.ts';
import classes from './ChannelPane.module.css';
import composerClasses from './Composer.module.css';
import { Composer, type ComposerHandle, type Send } from './Composer.tsx';
import { ComposerNotice } from './ComposerNotice.tsx';
import { Announcer } from './LateAnnouncer.ts';
import { MessageList } from './MessageList.tsx';
import { MessageSkeleton } from './MessageSkeleton.tsx';
import { SideHeader } from './SideHeader.tsx';
import { TypingLine } from './TypingLine.tsx';
import { useThreadSeen } from './useMarkRead.ts';
import { useMessageUi } from './useMessageUi.tsx';
import { useStable } from './useStable.ts';
import { useThread } from './useThread.ts';

/** A thread beside its channel, or in its place on a phone. */
export function ThreadPane({ channel, threadId }: { channel: Channel; threadId: number }) {
  return (
    <Thread
      channel={channel}
      threadId={threadId}
      head={<SideHeader title={chatTexts.thread} subtitle={titleOf(channel)} channel={channel} />}
    />
  );
}

interface ThreadProps {
  channel: Channel;
  threadId: number;
  head?: ReactNode;
  /** It is all that there is in its channel, and what it begins with stands beside it already. */
  alone?: boolean;
  /** Said while there is nothing in it. */
  nothing?: string;
  label?: string;
  composerLabel?: string;
}

/** What is said in a thread, and where one answers: in chat, and wherever comments are a thread of it. */
export function Thread({
  channel,
  threadId,
  head,
  alone = false,
  nothing,
  label = chatTexts.thread,
  composerLabel = chatTexts.composerThread,
}: ThreadProps) {
  const session = useChatSession();
  const { query, thread, loadMore } = useThread(channel, threadId);
  const outbox = useOutbox();
  const composer = useRef<ComposerHandle>(null);
  const { me } = session;
  const ui = useMessageUi(channel, threadId, () => {}, composer);

  const rows = useMemo<ListRow[]>(() => {
    if (!thread) return [];
    const sending = outbox.filter((entry) => entry.parentMessageId === threadId);
    const replies = buildRows(thread.replies, { me, unread: null, sending });
    if (alone) return replies;
    const parent: ListRow = {
      key: rowKey(thread.parent, me.idUser),
      message: thread.parent,
      send: null,
      day: dayOf(thread.parent.created),
      unreadStart: false,
      grouped: false,
      ...(replies.length > 0 ? { repliesBelow: replies.length } : null),
    };
    // The first reply names its day only when it is another than the parent's.
    const [first, ...rest] = replies;
    return first
      ? [parent, first.day === parent.day ? { ...first, day: null } : first, ...rest]
      : [parent];
  }, [thread, outbox, threadId, me, alone]);

  useThreadSeen(threadId, thread?.replies.ids.at(-1) ?? null);

  const send: Send = useStable((content, attachments) => {
    const entry = session.outbox.add({
      channelId: channel.id,
      parentMessageId: threadId,
      content,
      attachments,
    });
    if (!entry) toast({ type: 'warning', message: chatTexts.outboxFull });
    return entry !== null;
  });

  const editLast = useStable(() => {
    const last = thread?.replies.ids.findLast((id) => {
      const message = thread.replies.byId[id];
      return message?.userId === me.idUser && abilitiesOf(message, channel, me.idUser).edit;
    });
    const message = last === undefined ? undefined : thread?.replies.byId[last];
    if (message) ui.startEdit(message);
  });

  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const loaded = thread !== undefined;
  useEffect(() => {
    // It may have been loading for a while: who writes somewhere else by now goes on there.
    if (loaded && !alone && window.matchMedia('(pointer: fine)').matches && !isWriting())
      focusComposer();
  }, [loaded, alone, focusComposer]);

  return (
    <ActionsContext value={ui.actions}>
      <section className={classes.pane} aria-label={label} data-region>
        {head}
        <div className={classes.messages}>
          {isLost(channel) ? null : query.isError && !thread ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : thread && alone && rows.length === 0 ? (
            <p className={classes.beginning} data-empty>
              {nothing}
            </p>
          ) : thread ? (
            <MessageList
              label={label}
              rows={rows}
              me={me.idUser}
              inThread
              hasOlder={false}
              hasNewer={thread.replies.hasNewer}
              newCount={0}
              onOlder={ignore}
              onNewer={() => void loadMore().catch(() => {})}
              onLatest={() => void loadMore().catch(() => {})}
              onAtEnd={ignore}
              onEscape={focusComposer}
            />
          ) : (
            <MessageSkeleton />
          )}
        </div>
        <div className={composerClasses.foot}>
          <ComposerNotice channel={channel}>
            {(ended) => (
              <Composer
                channel={channel}
                threadId={threadId}
                label={composerLabel}
                shut={ended}
                editing={ui.editing}
                onCancelEdit={ui.cancelEdit}
                onSend={send}
                onSaveEdit={ui.saveEdit}
                onEditLast={editLast}
                handle={composer}
              />
            )}
          </ComposerNotice>
          {/* Where there is one thread, whoever types does so in it. */}
          <TypingLine channelId={channel.id} threadId={alone ? null : threadId} />
        </div>
        <Suspense>{thread && <Announcer key={threadId} rows={rows} me={me.idUser} />}</Suspense>
        {ui.overlay}
      </section>
    </ActionsContext>
  );
}

const ignore = () => {};
