import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import type { Channel } from '@/api/types.ts';
import { ErrorState } from '@/components/states.tsx';
import { chatApi } from '@/features/chat/api.ts';
import {
  BlockedContext,
  ChannelPane,
  MessageSkeleton,
  useChatSession,
} from '@/features/chat/index.ts';
import { comingTime } from '@/lib/comingTime.ts';
import { messagesTexts } from '@/texts/messages.ts';
import { messageKeys } from '../api.ts';
import { type Held, namesOf } from '../inbox.ts';
import { foldInto } from '../useInbox.ts';
import { ConversationHeader } from './ConversationHeader.tsx';

const nobody: ReadonlySet<number> = new Set();

interface Props {
  conversation: Held;
  children: (channel: Channel | null, content: ReactNode) => ReactNode;
}

/** A conversation in the view that channels have: its channel bears the people's names. */
export function ConversationPane({ conversation, children }: Props) {
  const client = useQueryClient();
  const { me } = useChatSession();
  const { id, people, canPost } = conversation;
  const asked = useQuery({
    queryKey: messageKeys.channel(id),
    queryFn: () => chatApi.channel(id),
    retry: 1,
  });
  const blocked = useContext(BlockedContext);
  const names = namesOf(people);
  const channel = useMemo(
    () =>
      asked.data
        ? {
            ...asked.data,
            workspaceId: 0,
            displayName: names,
            permissions: canPost
              ? asked.data.permissions
              : asked.data.permissions.filter((one) => one !== 'POST'),
          }
        : null,
    [asked.data, names, canPost],
  );

  if (!channel) {
    return children(
      null,
      asked.isError ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : (
        <MessageSkeleton />
      ),
    );
  }
  return children(
    channel,
    // Between two nothing is folded: one is here to read what was written.
    <BlockedContext value={people.length === 1 ? nobody : blocked}>
      <ChannelPane
        channel={channel}
        direct={{
          header: <ConversationHeader conversation={conversation} channel={channel} />,
          hasUnread: conversation.hasUnread,
          onRead: (lastReadMessageId) =>
            foldInto(client, { type: 'CHANNEL_READ', channelId: id, lastReadMessageId }, me.idUser),
          note: <Note conversation={conversation} me={me.idUser} />,
        }}
      />
    </BlockedContext>,
  );
}

/** In pairs: that the other is left alone, or, where both allow it, that they have read what I said last. */
function Note({ conversation, me }: { conversation: Held; me: number }) {
  const { people, lastMessage } = conversation;
  const quietUntil = people.length === 1 ? people[0]?.quietUntil : undefined;
  if (quietUntil && Date.parse(quietUntil) > Date.now()) {
    return messagesTexts.quiet(people[0]?.displayName ?? '', comingTime(quietUntil, new Date()));
  }
  const read = people.length === 1 ? (people[0]?.lastReadMessageId ?? 0) : 0;
  if (!lastMessage || lastMessage.userId !== me || read < lastMessage.messageId) return null;
  return messagesTexts.readBy(people[0]?.displayName ?? '');
}
