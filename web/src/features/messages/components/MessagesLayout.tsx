import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { messageOf } from '@/api/ApiError.ts';
import hidden from '@/components/spoken.module.css';
import { EmptyState } from '@/components/states.tsx';
import { toast } from '@/components/toast.ts';
import {
  ConnectionBar,
  layoutClasses as classes,
  MessageSkeleton,
  NearStatuses,
  OnlineContext,
  OwnPane,
  PinsPane,
  ThreadPane,
  useChatSession,
  useRegions,
} from '@/features/chat/index.ts';
import { channelPath, MESSAGES_ROOT, OWN_LISTS } from '@/features/chat/paths.ts';
import { loadPart } from '@/lib/loadPart.ts';
import { usePreferences } from '@/lib/preferences.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { shellTexts } from '@/texts/shell.ts';
import { messageKeys, messagesApi } from '../api.ts';
import { type Held, hold } from '../inbox.ts';
import { keepConversation, useInbox, useInboxLive } from '../useInbox.ts';
import { ConversationPane } from './ConversationPane.tsx';
import { InboxList } from './InboxList.tsx';

const NewConversation = lazy(() => loadPart(() => import('./NewConversation.tsx')));

export function MessagesLayout() {
  const params = useParams();
  const list = OWN_LISTS.find((one) => one === params.channelId) ?? null;
  const channelId = params.channelId && !list ? Number(params.channelId) : null;
  const session = useChatSession();
  const me = session.me.idUser;
  const { density } = usePreferences();
  const [writing, setWriting] = useState(false);
  const { query, loadMore } = useInbox(me);
  useRegions();
  useInboxLive(me, (event) => {
    if (event.type === 'RESYNC') session.outbox.retryUnreachable();
  });
  const open = useOpen(me);
  useAddressed(open);
  const conversation = useConversation(channelId, query.data?.items, me);
  const online = useMemo(() => {
    const items = query.data?.items ?? [];
    const people = items.flatMap((one) => one.people).filter((one) => one.online);
    return new Set(people.map((one) => one.userId));
  }, [query.data]);

  const threadId = params.pane === 'trad' ? Number(params.messageId) : 0;
  const pins = params.pane === 'fasta';
  return (
    <OnlineContext value={online}>
      <div
        className={classes.chat}
        data-density={density}
        data-pane={channelId === null && !list ? 'list' : threadId > 0 || pins ? 'side' : 'channel'}
      >
        <Suspense>
          <ConnectionBar />
        </Suspense>
        <NearStatuses />
        <div className={classes.panes}>
          <div className={classes.sidebar}>
            {channelId === null && !list && (
              <h1 className={hidden.spoken}>{shellTexts.messages}</h1>
            )}
            <InboxList
              query={query}
              me={me}
              openId={channelId}
              onMore={loadMore}
              onWrite={() => setWriting(true)}
            />
          </div>
          {list ? (
            <div className={classes.channel}>
              <Suspense fallback={<MessageSkeleton />}>
                <OwnPane key={list} list={list} workspaceId={0} />
              </Suspense>
            </div>
          ) : (
            <Panes
              conversation={conversation}
              channelId={channelId}
              threadId={threadId}
              pins={pins}
            />
          )}
        </div>
      </div>
      {writing && (
        <Suspense>
          <NewConversation
            onClose={() => setWriting(false)}
            onStart={async (userIds) => {
              await open(userIds);
              setWriting(false);
            }}
          />
        </Suspense>
      )}
    </OnlineContext>
  );
}

interface PanesProps {
  conversation: Held | null | undefined;
  channelId: number | null;
  threadId: number;
  pins: boolean;
}

function Panes({ conversation, channelId, threadId, pins }: PanesProps) {
  let pane: ReactNode = <MessageSkeleton />;
  if (channelId === null) pane = <EmptyState title={messagesTexts.choose} />;
  else if (conversation === null) pane = <EmptyState title={messagesTexts.gone} />;
  else if (conversation) {
    return (
      <ConversationPane key={conversation.id} conversation={conversation}>
        {(channel, content) => (
          <>
            <div className={classes.channel}>{content}</div>
            {channel && (threadId > 0 || pins) && (
              <div className={classes.side}>
                <Suspense fallback={<MessageSkeleton />}>
                  {pins ? (
                    <PinsPane channel={channel} />
                  ) : (
                    <ThreadPane key={threadId} channel={channel} threadId={threadId} />
                  )}
                </Suspense>
              </div>
            )}
          </>
        )}
      </ConversationPane>
    );
  }
  return <div className={classes.channel}>{pane}</div>;
}

/** From the list; one that is not in it is asked for by itself. null: there is none, or not for me. */
function useConversation(id: number | null, items: readonly Held[] | undefined, me: number) {
  const listed = items?.find((one) => one.id === id);
  const alone = useQuery({
    queryKey: ['messages', 'conversation', id],
    queryFn: () => messagesApi.conversation(id ?? 0),
    enabled: items !== undefined && id !== null && !listed,
    retry: 1,
  });
  if (listed) return listed;
  if (alone.isError) return null;
  return alone.data && hold(alone.data, me);
}

/** Opens the conversation with these people and goes there. */
function useOpen(me: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (userIds: readonly number[], replace = false) => {
    const conversation = await messagesApi.open(userIds);
    keepConversation(client, conversation, me);
    void client.invalidateQueries({ queryKey: messageKeys.inbox });
    await navigate(channelPath({ id: conversation.id, workspaceId: 0 }), { replace });
  };
}

/** `?to=7`: a person's name led here. */
function useAddressed(open: (userIds: readonly number[], replace: boolean) => Promise<void>) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const to = Number(search.get('to')) || null;
  const asked = useRef<number | null>(null);
  useEffect(() => {
    if (to === null || asked.current === to) return;
    asked.current = to;
    open([to], true).catch((error: unknown) => {
      toast({ type: 'error', message: messageOf(error) });
      void navigate(MESSAGES_ROOT, { replace: true });
    });
  });
}
