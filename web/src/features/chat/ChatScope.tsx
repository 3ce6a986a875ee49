import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '@/api/types.ts';
import { catchUpAfter } from '@/lib/catchUp.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { BlockedContext, useBlocked } from './folding.ts';
import { useRefresh } from './live.ts';
import { chatKeys } from './queries.ts';
import { ChatSession, ChatSessionProvider } from './session.ts';

/** What is told of a thread of mine: a reply that rings, one in a conversation, or how far I have read on another device. */
const concernsThreads = (event: UserEvent) =>
  event.type === 'THREAD_READ' ||
  event.type === 'RESYNC' ||
  (event.type === 'NOTIFICATION' && Boolean(event.notification.parentMessageId)) ||
  (event.type === 'DIRECT_MESSAGE' && Boolean(event.parentMessageId));

/** One person's chat (drafts, what waits to be sent, sounds) for what is drawn inside it: channels or direct messages. */
export function ChatScope({ me, children }: { me: User; children: ReactNode }) {
  const client = useQueryClient();
  const [session] = useState(() => new ChatSession(client, me));

  useEffect(() => {
    session.outbox.resume();
    const { unlock } = session.sounds;
    window.addEventListener('pointerdown', unlock);
    window.addEventListener('keydown', unlock);
    const stored = (event: StorageEvent) => {
      if (event.key === null || event.key.endsWith(session.outbox.key)) session.outbox.sync();
    };
    window.addEventListener('storage', stored);
    return () => {
      window.removeEventListener('storage', stored);
      window.removeEventListener('pointerdown', unlock);
      window.removeEventListener('keydown', unlock);
    };
  }, [session]);

  const refresh = useRefresh(client);
  const threadsAgain = (after = 0) => refresh(chatKeys.myThreads, after);

  useSubscription<UserEvent>('/user/queue/notifications', {
    onMessage: (event) => {
      if (event.type === 'DRAFT_CHANGED') session.drafts.told(event.channelId, event.draft ?? null);
      if (concernsThreads(event)) threadsAgain();
    },
    onActive: () => {
      void session.drafts.catchUp();
      threadsAgain(catchUpAfter(client, chatKeys.myThreads, Date.now()));
    },
  });

  return (
    <ChatSessionProvider value={session}>
      <BlockedContext value={useBlocked()}>{children}</BlockedContext>
    </ChatSessionProvider>
  );
}
