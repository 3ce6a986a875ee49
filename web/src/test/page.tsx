import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

/** Draws something at an address, with everything the shell gives. */
export function draw(
  element: ReactNode,
  path = '/',
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  const view = render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    ...view,
    client,
    router,
    at: () => router.state.location.pathname + router.state.location.search,
  };
}

/** What the toast stack was asked to show. */
export const toasts = () =>
  notificationsStore.getState().notifications.map(({ message, autoClose }) => ({
    message,
    autoClose,
  }));
