/** Where something of one's own is: drafts and messages to be sent name their channel by its number alone. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '@/api/types.ts';
import { messagesApi } from '@/features/messages/api.ts';
import { markTexts } from '@/texts/everyday.ts';
import { chatApi } from '../api.ts';
import type { Place } from '../paths.ts';
import { titleOf } from '../queries.ts';

export interface KnownPlace extends Place {
  name: string;
  /** Between people. */
  direct: boolean;
}

/** From the lists that are held. */
function known(client: QueryClient, channelId: number): KnownPlace | undefined {
  for (const [, channels] of client.getQueriesData<Channel[]>({ queryKey: ['chat', 'channels'] })) {
    const channel = channels?.find(({ id }) => id === channelId);
    if (channel) return placeOf(channel);
  }
  return undefined;
}

const placeOf = (channel: Channel): KnownPlace => ({
  id: channel.id,
  workspaceId: channel.workspaceId,
  name: titleOf(channel),
  direct: false,
});

async function ask(channelId: number): Promise<KnownPlace> {
  const channel = await chatApi.channel(channelId);
  if (channel.channelType !== 'DIRECT') return placeOf(channel);
  const { people } = await messagesApi.conversation(channelId);
  const name = markTexts.names(people.map((one) => one.displayName));
  return { id: channelId, workspaceId: 0, name, direct: true };
}

/** null: it may not be read any more; undefined: not known yet. */
export function usePlace(channelId: number): KnownPlace | null | undefined {
  const client = useQueryClient();
  const held = known(client, channelId);
  const asked = useQuery({
    queryKey: ['chat', 'place', channelId],
    queryFn: () => ask(channelId),
    enabled: held === undefined,
    staleTime: 60_000,
    retry: 1,
  });
  return held ?? (asked.isError ? null : asked.data);
}
