/** The channels of one's workspaces, to pick from. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Choice, Picker, type PickerProps } from '@/area/Picker.tsx';
import { channelsQuery, sortChannels, titleOf, workspacesQuery } from '@/features/chat/pickers.tsx';

const SHOWN = 20;
const FRESH_MS = 60_000;

async function all(client: QueryClient): Promise<Choice[]> {
  const workspaces = await client.fetchQuery({ ...workspacesQuery, staleTime: FRESH_MS });
  const channels = await Promise.all(
    workspaces.map(async ({ workspaceId, workspaceName }) =>
      sortChannels(await client.fetchQuery(channelsQuery(workspaceId))).map((channel) => ({
        value: String(channel.id),
        label: `#${titleOf(channel)}`,
        hint: workspaceName,
      })),
    ),
  );
  return channels.flat();
}

/** Every channel that I read; the value is the channel's id. */
export function ChannelPicker(field: Omit<PickerProps, 'find'>) {
  const client = useQueryClient();
  return (
    <Picker
      find={(typed) => ({
        queryKey: ['chat', 'choices', typed],
        queryFn: async () => {
          const words = typed.toLocaleLowerCase('sv').replace(/^#/, '');
          return (await all(client))
            .filter(({ label }) => label.toLocaleLowerCase('sv').includes(words))
            .slice(0, SHOWN);
        },
      })}
      {...field}
    />
  );
}
