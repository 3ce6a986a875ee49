import { useQuery } from '@tanstack/react-query';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/api/ApiError.ts';
import type { Channel, Message } from '@/api/types.ts';
import { EmptyState, ErrorState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import { useSliced } from '@/hooks/useSliced.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { giveKeys } from '@/lib/typeAhead.ts';
import { useIdle } from '@/lib/whenIdle.ts';
import { chatTexts } from '@/texts/chat.ts';
import { errorTexts } from '@/texts/errors.ts';
import { abilitiesOf } from '../lib/abilities.ts';
import { buildRows } from '../lib/rows.ts';
import { useChannelLive } from '../live.ts';
import { threadPath, UNASKED } from '../paths.ts';
import { isLost, lost, titleOf, workspaceUnreadQuery } from '../queries.ts';
import { useChatSession, useOutbox } from '../session.ts';
import { ActionsContext } from './actions.ts';
import { ChannelHeader } from './ChannelHeader.tsx';
import classes from './ChannelPane.module.css';
import composerClasses from './Composer.module.css';
import { Composer, type ComposerHandle, type Send } from './Composer.tsx';
import { ComposerNotice } from './ComposerNotice.tsx';
import { Announcer } from './LateAnnouncer.ts';
import { MessageList } from './MessageList.tsx';
import { MessageSkeleton } from './MessageSkeleton.tsx';
import { TypingLine } from './TypingLine.tsx';
import { useMarkRead } from './useMarkRead.ts';
import { useMessageUi } from './useMessageUi.tsx';
import { useStable } from './useStable.ts';
import { useStatuses } from './useStatuses.ts';
import { useTimeline, useUnreadSpan } from './useTimeline.ts';

const Printing = lazy<ComponentType<{ channel: Channel }>>(() =>
  // Without a network the browser prints what it has.
  import('../print/Printing.tsx').catch(() => ({ default: () => null })),
);
const ShutState = lazy(() => loadPart(() => import('./ShutState.tsx')));

const withoutTarget = (search: URLSearchParams) => {
  search.delete('message');
  return search;
};

/** What a conversation between people has in place of what a channel of a workspace has. */
export interface Direct {
  header: ReactNode;
  hasUnread: boolean;
  onRead: (messageId: number) => void;
  /** Below the field: how far the other has read. */
  note: ReactNode;
}

/** Keyed by its channel: each channel opens afresh. Channels and direct messages are this one view. */
export function ChannelPane({ channel: told, direct }: { channel: Channel; direct?: Direct }) {
  const session = useChatSession();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const target = Number(search.get('message')) || null;
  const { query, timeline, jump, missing, olderFailed, loadOlder, loadNewer, setMissing } =
    useTimeline(told, target);
  const denied = useChannelLive(told.id, timeline !== undefined);
  const status = query.error instanceof ApiError ? query.error.status : 0;
  const shut = denied !== null || status === 403 || status === 404 || isLost(told);
  const channel = useMemo(() => (shut ? lost(told) : told), [shut, told]);
  const outbox = useOutbox();
  const [atEnd, setAtEnd] = useState(target === null);
  /** A window put in place of another opens at its end, as the channel did. */
  const [opening, setOpening] = useState(0);
  const composer = useRef<ComposerHandle>(null);
  const { me } = session;
  const idle = useIdle();

  const openThread = (message: Message) => void navigate(threadPath(channel, message.id));
  useStatuses(channel);
  const ui = useMessageUi(channel, null, openThread, composer);

  const newestId = timeline?.hasNewer ? null : (timeline?.ids.at(-1) ?? null);
  const span = useUnreadSpan(channel, newestId);
  const rows = useMemo(() => {
    if (!timeline) return [];
    const sending = outbox.filter(
      (entry) => entry.channelId === channel.id && entry.parentMessageId === null,
    );
    return buildRows(timeline, { me, unread: span, sending });
  }, [timeline, outbox, channel.id, me, span]);

  const unread = useQuery({
    ...workspaceUnreadQuery(channel.workspaceId),
    enabled: direct === undefined,
    select: (data) => data.channels.find((one) => one.channelId === channel.id),
  }).data;
  // What waits for a moderator is unread for nobody, so it cannot be what one has read up to.
  const newestVisible = newestId && timeline?.ids.findLast((id) => timeline.byId[id]?.visible);
  useMarkRead(
    channel,
    newestVisible || null,
    atEnd && timeline !== undefined,
    direct?.hasUnread === true || unread?.hasUnread === true || (unread?.mentionCount ?? 0) > 0,
    direct?.onRead,
  );

  const newCount = useNewCount(
    timeline?.hasNewer ? undefined : timeline?.ids,
    atEnd,
    (id) => timeline?.byId[id]?.userId !== me.idUser,
  );
  const sawEnd = useCallback(
    (end: boolean) => {
      setAtEnd(end);
      if (session.feed) session.feed.atEnd = end;
    },
    [session],
  );

  const clearTarget = () => {
    if (target !== null) setSearch(withoutTarget, { replace: true });
    setMissing(false);
  };
  const latest = () => {
    clearTarget();
    session.moveWindow(channel.id, { newest: true }).then(
      () => setOpening((count) => count + 1),
      () => toast({ type: 'error', message: errorTexts.loadFailed }),
    );
  };

  const send: Send = useStable((content, attachments, announcement) => {
    if (timeline?.hasNewer) latest();
    const entry = session.outbox.add({
      channelId: channel.id,
      parentMessageId: null,
      content,
      attachments,
      announcement,
    });
    if (!entry) toast({ type: 'warning', message: chatTexts.outboxFull });
    return entry !== null;
  });

  const editLast = useStable(() => {
    const ids = timeline?.ids ?? [];
    const last = ids.findLast((id) => {
      const message = timeline?.byId[id];
      return message?.userId === me.idUser && abilitiesOf(message, channel, me.idUser).edit;
    });
    const message = last === undefined ? undefined : timeline?.byId[last];
    if (message) ui.startEdit(message);
  });

  const title = titleOf(channel);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  // With what was typed since the channel was asked for. A thread's own field takes the focus instead; a phone's keyboard
  // stays down until asked for, and who did not ask for this channel goes on where they are.
  const unasked = useLocation().state === UNASKED;
  const place = String(channel.id);
  useEffect(() => {
    if (unasked || !window.matchMedia('(pointer: fine)').matches) return;
    void giveKeys(place, target === null ? (composer.current?.field() ?? null) : null);
  }, [target, place, unasked]);

  const listed = useSliced(timeline !== undefined);
  let content: ReactNode;
  if (shut) {
    content = (
      <Suspense>
        <ShutState workspaceId={channel.workspaceId} gone={status === 404} />
      </Suspense>
    );
  } else if (query.isError && !timeline) {
    content = (
      <div className={classes.center}>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  } else if (!timeline || !listed) {
    content = <MessageSkeleton />;
  } else {
    const empty = rows.length === 0 && !timeline.hasOlder;
    content = empty ? (
      <div className={classes.center}>
        <EmptyState
          title={chatTexts.beginning(title)}
          text={
            channel.permissions.includes('POST') ? chatTexts.emptyChannel : chatTexts.emptyReadOnly
          }
        />
      </div>
    ) : (
      <MessageList
        key={opening}
        label={chatTexts.messages(title)}
        rows={rows}
        me={me.idUser}
        hasOlder={timeline.hasOlder}
        hasNewer={timeline.hasNewer}
        beginning={<p className={classes.beginning}>{chatTexts.beginning(title)}</p>}
        olderState={
          olderFailed && (
            <div className={classes.notice} role="alert">
              {chatTexts.olderFailed}{' '}
              <button type="button" className={classes.link} onClick={loadOlder}>
                {chatTexts.retry}
              </button>
            </div>
          )
        }
        jump={target === null ? null : jump}
        newCount={newCount}
        onOlder={loadOlder}
        onNewer={loadNewer}
        onLatest={latest}
        onAtEnd={sawEnd}
        onEscape={focusComposer}
      />
    );
  }

  return (
    <ActionsContext value={ui.actions}>
      <section className={classes.pane} aria-label={title} data-region>
        {direct ? direct.header : <ChannelHeader channel={channel} />}
        {missing && (
          <div className={classes.notice} role="alert">
            {chatTexts.jumpMissing}{' '}
            <button type="button" className={classes.link} onClick={latest}>
              {chatTexts.jumpToLatest}
            </button>
          </div>
        )}
        <div className={classes.messages}>{content}</div>
        <div className={composerClasses.foot}>
          <ComposerNotice channel={channel}>
            {(ended) => (
              <Composer
                channel={channel}
                threadId={null}
                label={chatTexts.composer(title)}
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
          {!shut && <TypingLine channelId={channel.id} threadId={null} note={direct?.note} />}
        </div>
        {/* Once there is a page: what it holds is history, and no news. */}
        <Suspense>{timeline && <Announcer key={channel.id} rows={rows} me={me.idUser} />}</Suspense>
        <Suspense>{timeline && idle && <Printing channel={channel} />}</Suspense>
        {ui.overlay}
      </section>
    </ActionsContext>
  );
}

/** How many messages of others have come since the reader left the end; `ids` only where they reach it. */
function useNewCount(
  ids: readonly number[] | undefined,
  atEnd: boolean,
  counts: (id: number) => boolean,
): number {
  const [seen, setSeen] = useState<number | null>(null);
  const last = ids?.at(-1) ?? null;
  useEffect(() => {
    if (atEnd && last !== null) setSeen(last);
  }, [atEnd, last]);
  if (atEnd || seen === null || !ids) return 0;
  let count = 0;
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    const id = ids[at] as number;
    if (id <= seen) break;
    if (counts(id)) count += 1;
  }
  return count;
}
