import { useQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Channel, Message } from '@/api/types.ts';
import { addSlots, type FromMessage } from '@/area/slots.ts';
import { draw } from '@/test/page.tsx';
import { anna, network, signIn, signOut } from '@/test/world.ts';
import type { ComposerHandle } from '../components/Composer.tsx';
import { useMessageUi } from '../components/useMessageUi.tsx';
import { ChatSession, ChatSessionProvider } from '../session.ts';

beforeEach(signIn);
afterEach(signOut);

/** Of an area that the chat does not know. */
function Notice({ idMessage, text, idEntity, people, tell, onClose }: FromMessage) {
  const { data = [] } = useQuery(people(''));
  return (
    <div role="dialog" aria-label="Nytt anslag">
      <p>{`${idMessage} ${idEntity} ${text}`}</p>
      {data.map(({ value, label }) => (
        <p key={value}>{label}</p>
      ))}
      {tell && (
        <button type="button" onClick={() => void tell({ type: 'EVENT', id: 'x' }).then(onClose)}>
          Visa
        </button>
      )}
    </div>
  );
}
addSlots({
  fromMessage: [
    {
      id: 'notice',
      label: 'Gör till anslag',
      icon: () => null,
      order: 5,
      load: async () => ({ default: Notice }),
    },
  ],
});

const channel = {
  id: 9,
  workspaceId: 1,
  name: 'allmant',
  displayName: 'Allmänt',
  channelType: 'PUBLIC',
  role: 'MEMBER',
  permissions: ['READ', 'POST'],
} as unknown as Channel;
const message = {
  id: 99,
  channelId: 9,
  userId: 8,
  userName: 'Bo Alm',
  messageType: 'TEXT',
  content: '*Städdag*\npå lördag',
  formattedContent: '*Städdag*\npå lördag',
  created: '2026-11-25T09:00:00.000Z',
  visible: true,
  parentMessageId: 90,
  mentions: [],
  reactions: [],
} as unknown as Message;

function Pane({ channel }: { channel: Channel }) {
  const ui = useMessageUi(channel, null, () => {}, useRef<ComposerHandle>(null));
  const open = (anchor: Element) => ui.actions.openMenu(message, anchor);
  return (
    <>
      <button type="button" onClick={({ currentTarget }) => open(currentTarget)}>
        Meny
      </button>
      {ui.overlay}
    </>
  );
}

function Chat({ channel }: { channel: Channel }) {
  const client = useQueryClient();
  const [session] = useState(() => new ChatSession(client, anna));
  return (
    <ChatSessionProvider value={session}>
      <Pane channel={channel} />
    </ChatSessionProvider>
  );
}

const SEND = 'POST /api/v1/chat/channels/9/messages';
async function openDialog(change: Partial<Channel> = {}) {
  const calls = network({
    'GET /api/v1/chat/workspaces': {
      data: [{ workspaceId: 1, workspaceName: 'Björkens IF', entityId: 3 }],
    },
    'GET /api/v1/chat/channels/9/members': {
      data: [{ userId: 8, displayName: 'Bo Alm', username: 'bo-alm', avatar: null }],
    },
    [SEND]: { data: { ...message, id: 100 } },
  });
  draw(<Chat channel={{ ...channel, ...change }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Meny' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Gör till anslag …' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nytt anslag' });
  return { dialog, sent: () => calls.filter(({ call }) => call === SEND).map(({ body }) => body) };
}

it('what an area makes of a message is in its menu', async () => {
  const { dialog, sent } = await openDialog();
  expect(dialog).toHaveTextContent('99 3 Städdag på lördag');
  expect(await within(dialog).findByText('Bo Alm')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Visa' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nytt anslag' })).toBeNull());
  expect(sent()).toEqual([
    {
      messageType: 'CARD',
      card: { type: 'EVENT', id: 'x' },
      clientMessageId: expect.any(String),
      parentMessageId: 90,
    },
  ]);
});

it('who only reads a channel makes it and tells nobody there', async () => {
  const { dialog } = await openDialog({ permissions: ['READ'] });
  expect(within(dialog).queryByRole('button', { name: 'Visa' })).toBeNull();
});
