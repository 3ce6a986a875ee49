import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Shared } from '@/area/slots.ts';
import { draw, toasts } from '@/test/page.tsx';
import { type Answers, network, Refusal, signIn, signOut } from '@/test/world.ts';
import ShareDialog from './ShareDialog.tsx';

beforeEach(signIn);
afterEach(signOut);

const channel = (id: number, name: string, permissions: string[]) => ({
  id,
  workspaceId: 1,
  name,
  displayName: name,
  general: false,
  archived: false,
  readOnly: false,
  permissions,
});

const SEND = 'POST /api/v1/chat/channels/9/messages';
type Content = Partial<Pick<Shared, 'card' | 'text'>>;
const card = { type: 'BOOKING', id: '9-c0de' } as const;
const open = (answers: Answers = {}, content: Content = { card }) => {
  const onClose = vi.fn();
  const calls = network({
    'GET /api/v1/chat/workspaces': {
      data: [{ workspaceId: 1, workspaceName: 'Björkens IF', entityId: 3 }],
    },
    'GET /api/v1/chat/workspaces/1/channels': {
      data: [channel(9, 'Herrlaget', ['POST']), channel(10, 'Styrelsen', [])],
    },
    'GET /api/v1/messages/conversations': { data: { content: [], hasMore: false } },
    [SEND]: { data: { id: 1 } },
    ...answers,
  });
  draw(<ShareDialog {...content} what="bokningen" onClose={onClose} />);
  const sent = () => calls.filter(({ call }) => call === SEND).map(({ body }) => body);
  return { sent, onClose, dialog: screen.getByRole('dialog', { name: 'Dela bokningen' }) };
};

async function pick(dialog: HTMLElement) {
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Till' }));
  await userEvent.click(
    await within(dialog).findByRole('option', { name: /Herrlaget/, hidden: true }),
  );
}
const share = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Dela' }));

it('asks where to, and sends the card there', async () => {
  const { dialog, sent, onClose } = open();
  await share(dialog);
  expect(await within(dialog).findByText('Välj var du vill dela.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await pick(dialog);
  // Where one may not write nothing is shared.
  expect(screen.queryByRole('option', { name: /Styrelsen/, hidden: true })).toBeNull();
  await share(dialog);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([
    {
      messageType: 'CARD',
      card: { type: 'BOOKING', id: '9-c0de' },
      clientMessageId: expect.any(String),
    },
  ]);
  expect(toasts().at(-1)?.message).toBe('Delat i #Herrlaget');
});

it('says in the dialog what was refused, and sends the same once more', async () => {
  let refused = false;
  const { dialog, sent, onClose } = open({
    [SEND]: () => {
      if (refused) return { data: { id: 1 } };
      refused = true;
      return new Refusal(503);
    },
  });
  await pick(dialog);
  await userEvent.type(within(dialog).getByLabelText('Meddelande (valfritt)'), 'Kom i tid!');
  await share(dialog);
  expect(await within(dialog).findByText('Nej.')).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await share(dialog);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [one, other] = sent();
  expect(one).toMatchObject({ content: 'Kom i tid!' });
  expect(other).toEqual(one);
});

it('words without a card are a message of their own, and there must be some', async () => {
  const { dialog, sent, onClose } = open({}, { text: 'Boka tid för samtal' });
  await pick(dialog);
  const message = within(dialog).getByLabelText('Meddelande');
  expect(message).toHaveValue('Boka tid för samtal');
  await userEvent.clear(message);
  await share(dialog);
  expect(await within(dialog).findByText('Skriv ett meddelande.')).toBeInTheDocument();
  await userEvent.type(message, 'Boka nu');
  await share(dialog);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ content: 'Boka nu', clientMessageId: expect.any(String) }]);
});
