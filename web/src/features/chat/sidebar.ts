/** How one's list of channels is arranged: kept by the server as a whole, shown here before it answers. */
import type { QueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import type { Sidebar } from '@/api/types.ts';
import { toast } from '@/components/toast.ts';
import { chatApi } from './api.ts';
import { sidebarQuery } from './queries.ts';

/** Lists of which one is on its way to the server, and whether it was changed since. */
const sending = new WeakMap<QueryClient, { again: boolean }>();

const held = (client: QueryClient) => client.getQueryData(sidebarQuery.queryKey);

/** Says so where it could not be kept; the list is then as the server has it. */
export async function arrange(
  client: QueryClient,
  change: (sidebar: Sidebar) => Sidebar,
): Promise<void> {
  await keepArranged(client, change).catch((error: unknown) =>
    toast({ type: 'error', message: messageOf(error) }),
  );
}

/** One call at a time; what is changed meanwhile goes with the next one. */
export async function keepArranged(
  client: QueryClient,
  change: (sidebar: Sidebar) => Sidebar,
): Promise<void> {
  const before = held(client) ?? (await client.fetchQuery(sidebarQuery));
  client.setQueryData(sidebarQuery.queryKey, change(before));
  const running = sending.get(client);
  if (running) {
    running.again = true;
    return;
  }
  const state = { again: true };
  sending.set(client, state);
  try {
    while (state.again) {
      state.again = false;
      const wanted = held(client);
      if (wanted) await chatApi.putSidebar(wanted);
    }
  } catch (error) {
    void client.invalidateQueries({ queryKey: sidebarQuery.queryKey });
    throw error;
  } finally {
    sending.delete(client);
  }
}

/** From another device; one's own comes back as well, and may be older than what is on its way. */
export function sidebarTold(client: QueryClient, sidebar: Partial<Sidebar>) {
  const { favourites = [], groups = [], collapsed = [] } = sidebar;
  if (!sending.has(client))
    client.setQueryData(sidebarQuery.queryKey, { favourites, groups, collapsed });
}
