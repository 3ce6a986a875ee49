/** A workspace's new name: failed unless the answer succeeds and has data (social.md §5). */
import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Workspace } from '@/api/types.ts';
import { draw, toasts } from '@/test/page.tsx';
import { network, Refusal, signIn, signOut } from '@/test/world.ts';
import { spec } from '../../../../e2e/spec/spec.ts';
import { channelsQuery } from '../queries.ts';
import ListMenus from './ListMenus.tsx';

const PUT = 'PUT /api/v1/chat/workspaces/5';
const workspace: Workspace = {
  workspaceId: 5,
  workspaceName: 'Kansliet',
  entityId: 3,
  entitySlug: 'bjorkens-if',
  entityName: 'Björkens IF',
  role: 'ADMIN',
};

function open(answer: unknown, role: Workspace['role'] = 'ADMIN') {
  const calls = network({ [PUT]: answer });
  const onClose = vi.fn();
  const anchor = document.createElement('button');
  const view = draw(
    <ListMenus
      anchor={anchor}
      channel={null}
      section={null}
      workspace={{ ...workspace, role }}
      isUnread={false}
      onClose={onClose}
    />,
  );
  return { ...view, calls, onClose };
}

async function rename(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Byt namn på arbetsytan …' }));
  const field = await screen.findByRole('textbox', { name: 'Arbetsytans namn' });
  expect(field).toHaveValue('Kansliet');
  await userEvent.clear(field);
  if (name) await userEvent.type(field, name);
  await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
}

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  signOut();
});

describe('a workspace’s name [social 5.3]', () => {
  it('is changed, and its channels are listed anew', async () => {
    const { client, calls, onClose } = open({ success: true, data: workspace });
    const { queryKey } = channelsQuery(5);
    client.setQueryData(queryKey, []);
    await rename('Styrelsen');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls.find(({ call }) => call === PUT)?.body).toEqual({ workspaceName: 'Styrelsen' });
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    await waitFor(() => expect(toasts().map(({ message }) => message)).toHaveLength(1));
  });

  it.each([
    ['without data', { success: true, data: null }, spec['social 5.3'].failed],
    ['without success', { success: false, data: workspace }, spec['social 5.3'].failed],
    ['with an error', { success: false, error: 'Namnet är upptaget.' }, 'Namnet är upptaget.'],
    ['refused', new Refusal(403), 'Nej.'],
  ])('failed %s', async (_, answer, message) => {
    const { client, onClose } = open(answer);
    const { queryKey } = channelsQuery(5);
    client.setQueryData(queryKey, []);
    await rename('Styrelsen');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('textbox')).toHaveValue('Styrelsen');
    expect(onClose).not.toHaveBeenCalled();
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });

  it('is not empty, and nothing is sent', async () => {
    const { calls } = open({ success: true, data: workspace });
    await rename('');
    expect(await screen.findByText('Arbetsytan behöver ett namn.')).toBeInTheDocument();
    expect(calls.filter(({ call }) => call === PUT)).toEqual([]);
  });

  it('is not offered to who may not', async () => {
    open(null, 'MODERATOR');
    await screen.findByRole('button', { name: /Markera allt som läst/ });
    expect(screen.queryByRole('button', { name: /Byt namn på arbetsytan/ })).toBeNull();
  });
});
