import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '@/api/types.ts';
import type { UserEvent } from '@/realtime/events.ts';
import { useSubscription } from '@/realtime/useRealtime.ts';
import { BlockedContext, useBlocked } from './folding.ts';
import { ChatSession, ChatSessionProvider } from './session.ts';

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

  useSubscription<UserEvent>('/user/queue/notifications', {
    onMessage: (event) => {
      if (event.type === 'DRAFT_CHANGED') session.drafts.told(event.channelId, event.draft ?? null);
    },
    onActive: () => void session.drafts.catchUp(),
  });

  return (
    <ChatSessionProvider value={session}>
      <BlockedContext value={useBlocked()}>{children}</BlockedContext>
    </ChatSessionProvider>
  );
}
