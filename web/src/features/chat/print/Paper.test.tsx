import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Channel, Message } from '@/api/types.ts';
import { emptyTimeline } from '../cache/model.ts';
import { hold } from '../cache/pages.ts';
import { Paper } from './Paper.tsx';

const said = (id: number, content: string, minute: number) =>
  ({
    id,
    channelId: 9,
    userId: 2,
    userName: 'Berit',
    content,
    formattedContent: content,
    created: new Date(2026, 2, 3, 12, minute).toISOString(),
    visible: true,
    reactions: [],
    attachments: [],
    mentions: [],
    version: 1,
  }) as unknown as Message;

function print(messages: Message[]) {
  const timeline = {
    ...emptyTimeline,
    hasOlder: true,
    ids: messages.map(({ id }) => id),
    byId: Object.fromEntries(messages.map((one) => [one.id, hold(one, 0)])),
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Paper
        channel={{ id: 9, workspaceId: 1, displayName: 'Allmänt', name: 'allmant' } as Channel}
        organisation="Kören"
        timeline={timeline}
        me={{ idUser: 1, displayName: 'Anna', userName: 'anna', profileImage: null }}
        at={new Date(2026, 2, 4)}
      />
    </QueryClientProvider>,
  );
}

it('begins with a day and a name where older messages are not on it', () => {
  // Within a minute: on the screen the second stands below the first one's name.
  const messages = [said(1, 'Först på papperet', 0), said(2, 'Sedan', 1)];
  print(messages);
  expect(screen.getByText(/^2 meddelanden · Utskrivet /)).toBeInTheDocument();
  expect(screen.getByText('Äldre meddelanden finns men är inte med här.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('tisdag 3 mars 2026');
  const [first] = screen.getAllByRole('article');
  expect(within(first as HTMLElement).getByRole('heading', { level: 3 })).toHaveTextContent(
    'Berit',
  );
  expect(first).toHaveTextContent('Först på papperet');
});

it.each([
  ['EVENT', 'Händelse'],
  ['POST', 'Inlägg'],
  ['BOOKING', 'Bokning'],
  ['TASK', 'Uppgift'],
] as const)('names what a card points at: %s', (type, name) => {
  print([{ ...said(1, '', 0), card: { type, id: '9-c0de' } }]);
  expect(screen.getByRole('article')).toHaveTextContent(name);
});
