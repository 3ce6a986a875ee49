import { useState } from 'react';
import type { Channel, Message } from '@/api/types.ts';
import { chatApi } from '../api.ts';
import { useChatSession } from '../session.ts';

/** Puts the card of what was made of a message where it stands; sent twice it is one message. `threadId`: where it is seen. */
export function useTell(message: Message, channel: Channel, threadId: number | null) {
  const session = useChatSession();
  const [clientMessageId] = useState(() => crypto.randomUUID());
  const parentMessageId = threadId ?? message.parentMessageId;
  return async (card: NonNullable<Message['card']>) => {
    const sent = await chatApi.send(channel.id, {
      messageType: 'CARD',
      card,
      clientMessageId,
      ...(parentMessageId && { parentMessageId }),
    });
    session.settle(sent);
  };
}
