/** The arrangement of one's list between this device, the server and one's other devices (contract 3.8). */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import type { Sidebar } from '@/api/types.ts';
import { toasts } from '@/test/page.tsx';
import { network, Refusal } from '@/test/world.ts';
import { asFavourite } from './everyday/arranging.ts';
import { sidebarQuery } from './queries.ts';
import { arrange, keepArranged, sidebarTold } from './sidebar.ts';

const nothing: Sidebar = { favourites: [], groups: [], collapsed: [] };
const PUT = 'PUT /api/v1/chat/sidebar';
const GET = 'GET /api/v1/chat/sidebar';

function device(answers: Record<string, unknown> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sidebarQuery.queryKey, nothing);
  const calls = network({ [PUT]: { success: true, data: nothing }, ...answers });
  const favourites = () => client.getQueryData(sidebarQuery.queryKey)?.favourites;
  const sent = () =>
    calls.filter(({ call }) => call === PUT).map(({ body }) => (body as Sidebar).favourites);
  return { client, favourites, sent };
}

describe('arranging the list', () => {
  it('shows at once, and sends one call at a time with all that was changed meanwhile', async () => {
    const { client, favourites, sent } = device();
    const first = arrange(client, asFavourite(1));
    void arrange(client, asFavourite(2));
    void arrange(client, asFavourite(3));
    expect(favourites()).toEqual([1, 2, 3]);
    await first;
    expect(sent()).toEqual([[1], [1, 2, 3]]);
  });

  it('sends on what was changed while a call was under way', async () => {
    let meanwhile = () => {};
    const { client, sent } = device({
      [PUT]: () => {
        meanwhile();
        return { success: true, data: nothing };
      },
    });
    meanwhile = () => {
      meanwhile = () => {};
      void arrange(client, asFavourite(2));
    };
    await arrange(client, asFavourite(1));
    expect(sent()).toEqual([[1], [1, 2]]);
  });

  it('takes what another device has arranged, but not an echo that is older than what is on its way', async () => {
    const { client, favourites } = device();
    sidebarTold(client, { favourites: [9] });
    expect(favourites()).toEqual([9]);
    const sending = arrange(client, asFavourite(1));
    sidebarTold(client, { favourites: [] });
    expect(favourites()).toEqual([9, 1]);
    await sending;
    sidebarTold(client, { favourites: [1] });
    expect(favourites()).toEqual([1]);
  });

  it('says that it was not kept', async () => {
    const { client } = device({ [PUT]: new Refusal(422) });
    await arrange(client, asFavourite(1));
    await vi.waitFor(() => expect(toasts().map(({ message }) => message)).toContain('Nej.'));
    await expect(keepArranged(client, asFavourite(2))).rejects.toThrow('Nej.');
    expect(client.getQueryState(sidebarQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('is asked for first where it is not known yet', async () => {
    const { client, favourites } = device({
      [GET]: { success: true, data: { ...nothing, favourites: [5] } },
    });
    client.removeQueries({ queryKey: sidebarQuery.queryKey });
    await arrange(client, asFavourite(1));
    expect(favourites()).toEqual([5, 1]);
  });
});
