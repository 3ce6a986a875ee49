import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { routes } from '@/app/router.tsx';
import { enterOrganisation, enterPersonal } from '@/features/context/store.ts';
import { network, signIn, signOut } from '@/test/world.ts';

const calendar = (calendarUUID: string, idCalendar: number, idEntity: number | null) => ({
  idCalendar,
  calendarUUID,
  name: calendarUUID,
  idEntity,
  visibility: 'PRIVATE',
  relationTypes: [],
  color: null,
  created: '2026-01-01T00:00:00.000Z',
  version: 1,
  abilities: ['WRITE', 'MANAGE'],
});

afterEach(signOut);

it('a form in which something is written stays when the context changes', async () => {
  network({
    'GET /api/v1/calendars': {
      content: [calendar('mine', 1, null), calendar('club', 2, 3)],
      nextCursor: null,
    },
  });
  signIn();
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider
          router={createMemoryRouter(routes, { initialEntries: ['/skapa-evenemang'] })}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const title = () => screen.findByRole('textbox', { name: 'Titel' }, { timeout: 10_000 });
  const untouched = await title();
  // Another tab goes over to the organisation: what nobody has written in begins anew, in its calendar.
  await waitFor(() => {
    let entered = false;
    act(() => {
      entered = enterOrganisation(3);
    });
    expect(entered).toBe(true);
  });
  await waitFor(async () => expect(await title()).not.toBe(untouched));
  const written = await title();
  fireEvent.change(written, { target: { value: 'Städdag' } });
  await act(async () => enterPersonal());
  expect(await title()).toBe(written);
  expect(written).toHaveValue('Städdag');
});
