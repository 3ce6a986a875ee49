import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Channel, Message } from '@/api/types.ts';
import { lazyOnce } from '@/area/Slot.tsx';
import { inSlot } from '@/area/slots.ts';
import { chatApi } from '../api.ts';
import { choiceOf } from '../lib/choices.ts';
import { linesOf } from '../lib/mentions.ts';
import { chatKeys, mayPost, workspacesQuery } from '../queries.ts';
import { useTell } from './useTell.ts';

const CHOICES = 20;

interface Props {
  /** Of the entry of the menu. */
  id: string;
  message: Message;
  channel: Channel;
  /** The thread that it is seen in. */
  threadId: number | null;
  onClose: () => void;
}

/** What another area makes of a message, by the dialog that it declares. */
export default function FromMessage({ id, message, channel, threadId, onClose }: Props) {
  const { data: workspaces, isPending } = useQuery(workspacesQuery);
  const tell = useTell(message, channel, threadId);
  const made = inSlot('fromMessage').find((one) => one.id === id);
  if (!made || isPending) return null;
  const of = workspaces?.find(({ workspaceId }) => workspaceId === channel.workspaceId);
  const Dialog = lazyOnce(made.load);
  return (
    <Suspense fallback={null}>
      <Dialog
        idMessage={message.id}
        place={{ workspaceId: channel.workspaceId, channelId: channel.id, threadId }}
        text={linesOf(message)}
        created={message.created}
        idEntity={of?.entityId ?? null}
        people={(typed) => ({
          queryKey: [...chatKeys.members(channel.id, typed), 'choices'],
          queryFn: async ({ signal }) =>
            (await chatApi.members(channel.id, typed, CHOICES, signal)).map(choiceOf),
        })}
        tell={mayPost(channel) ? tell : null}
        onClose={onClose}
      />
    </Suspense>
  );
}
