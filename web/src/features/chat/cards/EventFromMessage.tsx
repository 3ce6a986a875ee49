import { useQuery } from '@tanstack/react-query';
import type { Channel, Message } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { NewEventDialog } from '@/features/calendar/cards.tsx';
import { makingTexts as texts } from '@/texts/calendar.ts';
import { mostCan } from '../asking/times.ts';
import { workspacesQuery } from '../queries.ts';
import { useTell } from './useTell.ts';

interface Props {
  message: Message;
  channel: Channel;
  /** The thread that it is seen in. */
  threadId: number | null;
  onClose: () => void;
}

/** An event of what a message says, and its card where the message stands. */
export default function EventFromMessage({ message, channel, threadId, onClose }: Props) {
  const { data: workspaces } = useQuery(workspacesQuery);
  const tell = useTell(message, channel, threadId);
  const of = workspaces?.find(({ workspaceId }) => workspaceId === channel.workspaceId);
  return (
    <NewEventDialog
      what={`message:${message.id}`}
      text={message.formattedContent || message.content}
      times={message.poll ? mostCan(message.poll) : null}
      idEntity={of?.entityId ?? null}
      onClose={onClose}
      tell={async ({ eventUUID }) => {
        await tell({ type: 'EVENT', id: eventUUID });
        toast({ type: 'success', message: texts.done });
      }}
    />
  );
}
