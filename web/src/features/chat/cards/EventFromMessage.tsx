import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel, Message } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { NewEventDialog } from '@/features/calendar/cards.tsx';
import { makingTexts as texts } from '@/texts/calendar.ts';
import { chatApi } from '../api.ts';
import { mostCan } from '../asking/times.ts';
import { workspacesQuery } from '../queries.ts';
import { useChatSession } from '../session.ts';

interface Props {
  message: Message;
  channel: Channel;
  /** The thread that it is seen in. */
  threadId: number | null;
  onClose: () => void;
}

/** An event of what a message says, and its card where the message stands. */
export default function EventFromMessage({ message, channel, threadId, onClose }: Props) {
  const session = useChatSession();
  const { data: workspaces } = useQuery(workspacesQuery);
  // Sent twice it is one message.
  const [clientMessageId] = useState(() => crypto.randomUUID());
  const parentMessageId = threadId ?? message.parentMessageId;
  const of = workspaces?.find(({ workspaceId }) => workspaceId === channel.workspaceId);
  return (
    <NewEventDialog
      what={`message:${message.id}`}
      text={message.formattedContent || message.content}
      times={message.poll ? mostCan(message.poll) : null}
      idEntity={of?.entityId ?? null}
      onClose={onClose}
      tell={async ({ eventUUID }) => {
        session.settle(
          await chatApi.send(channel.id, {
            messageType: 'CARD',
            card: { type: 'EVENT', id: eventUUID },
            clientMessageId,
            ...(parentMessageId && { parentMessageId }),
          }),
        );
        toast({ type: 'success', message: texts.done });
      }}
    />
  );
}
