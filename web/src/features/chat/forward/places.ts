/** Where a message may be sent on to: channels of my workspaces in which I may write, and conversations. */
import type { QueryClient } from '@tanstack/react-query';
import type { Choice, ChoicesQuery } from '@/area/Picker.tsx';
import { fetchInbox } from '@/features/messages/api.ts';
import { forwardTexts as texts } from '@/texts/forward.ts';
import { channelsQuery, mayPost, sortChannels, titleOf, workspacesQuery } from '../queries.ts';

const SHOWN = 20;

async function all(client: QueryClient, signal: AbortSignal): Promise<Choice[]> {
  const [workspaces, inbox] = await Promise.all([
    client.fetchQuery({ ...workspacesQuery, staleTime: 60_000 }),
    fetchInbox(null, signal),
  ]);
  const channels = await Promise.all(
    workspaces.map(async ({ workspaceId, workspaceName }) =>
      sortChannels(await client.fetchQuery(channelsQuery(workspaceId)))
        .filter(mayPost)
        .map((channel) => ({
          value: String(channel.id),
          label: `#${titleOf(channel)}`,
          hint: workspaceName,
        })),
    ),
  );
  const conversations = inbox.content
    .filter(({ canPost }) => canPost)
    .map(({ channelId, people }) => ({
      value: String(channelId),
      label: people.map(({ displayName }) => displayName).join(', '),
      hint: texts.conversation,
      image: people.length === 1 ? (people[0]?.avatar ?? null) : null,
    }));
  return [...channels.flat(), ...conversations];
}

export const placesQuery = (client: QueryClient, typed: string): ChoicesQuery => ({
  queryKey: ['chat', 'forward', typed],
  queryFn: async ({ signal }) => {
    const places = await client.fetchQuery({
      queryKey: ['chat', 'forward'],
      queryFn: () => all(client, signal),
      staleTime: 60_000,
    });
    const words = typed.toLocaleLowerCase('sv').replace(/^#/, '');
    return places
      .filter(({ label }) => label.toLocaleLowerCase('sv').includes(words))
      .slice(0, SHOWN);
  },
});
