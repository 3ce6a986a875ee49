import { QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { createMemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { fetchFirst, isRendered } from './firstQuery.ts';

const at = (path: string, queryFn: () => Promise<unknown>) =>
  createMemoryRouter(
    [
      {
        path: 'event/:uuid',
        handle: {
          first: ({ uuid }: { uuid: string }, search: URLSearchParams) => ({
            queryKey: [uuid, search.get('recurrenceId')],
            queryFn,
          }),
        },
      },
      { path: '*' },
    ],
    { initialEntries: [path] },
  ) as DataRouter;

it('fetches what the page draws, by its address', async () => {
  const client = new QueryClient();
  await fetchFirst(
    at('/event/x?recurrenceId=y', async () => 'an event'),
    client,
  );
  expect(client.getQueryData(['x', 'y'])).toBe('an event');
});

it('asks nothing where a page says nothing of it', async () => {
  const asked = vi.fn(async () => 'an event');
  await fetchFirst(at('/elsewhere', asked), new QueryClient());
  expect(asked).not.toHaveBeenCalled();
});

it('leaves a failure to the page, and is not held up by it', async () => {
  const asked = vi.fn(() => Promise.reject(new Error('no answer')));
  const client = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 60_000 } } });
  await fetchFirst(at('/event/x', asked), client);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('is for what the server has rendered, not for a frame', () => {
  const root = document.createElement('div');
  root.innerHTML = '<div data-frame><main><h1>Händelse</h1></main></div>';
  expect(isRendered(root)).toBe(false);
  root.innerHTML = '<main class="open"><h1>Händelse</h1></main>';
  expect(isRendered(root)).toBe(true);
});
