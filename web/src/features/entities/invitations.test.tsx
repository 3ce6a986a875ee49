/** Nobody is made a member or an owner without saying yes: where one says it, and what the asking side sees. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entity, Invitation, SentInvitation } from '@/api/types.ts';
import { draw, toasts } from '@/test/page.tsx';
import { bjorken, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { Invitations } from './components/Invitations.tsx';
import { Invited } from './components/Invited.tsx';

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const asked: Invitation = {
  idEntity: 3,
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  entityType: 'sports-club',
  image: null,
  kind: 'MEMBERSHIP',
  txRelationType: 'LEADER',
  invitedBy: 'Bo Alm',
  created: '2026-06-01T12:00:00.000Z',
  expires: '2026-07-01T12:00:00.000Z',
};
const offered: Invitation = {
  ...asked,
  idEntity: 4,
  entityName: 'Kören',
  kind: 'OWNERSHIP',
  txRelationType: 'OWNER',
};

beforeEach(signIn);
afterEach(() => {
  notifications.clean();
  signOut();
});

describe('invitations to me', () => {
  it('say who asks for what, and are accepted or declined', async () => {
    let waiting = [asked, offered];
    const calls = network({
      'GET /api/v1/me/invitations': () => list(waiting),
      'POST /api/v1/me/invitations/3/accept': () => {
        waiting = [offered];
        return { ...bjorken, txRelationType: 'LEADER' };
      },
      'POST /api/v1/me/invitations/4/decline': () => {
        waiting = [];
      },
    });
    draw(<Invitations />);
    expect(await screen.findByText('Bo Alm bjuder in dig som ledare.')).toBeInTheDocument();
    expect(screen.getByText('Bo Alm vill lämna över organisationen till dig.')).toBeInTheDocument();
    expect(screen.getAllByText('Svara senast 1 juli 2026')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Tacka ja till Björkens IF' }));
    await waitFor(() => expect(screen.queryByText('Björkens IF')).not.toBeInTheDocument());
    expect(toasts().map(({ message }) => message)).toEqual(['Välkommen till Björkens IF!']);
    await userEvent.click(screen.getByRole('button', { name: 'Tacka nej till Kören' }));
    await waitFor(() => expect(screen.queryByText('Kören')).not.toBeInTheDocument());
    const posts = calls.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call);
    expect(posts).toEqual([
      'POST /api/v1/me/invitations/3/accept',
      'POST /api/v1/me/invitations/4/decline',
    ]);
  });

  it('take no room while nobody asks', async () => {
    const calls = network();
    const { container } = draw(<Invitations />);
    await waitFor(() =>
      expect(calls.some(({ call }) => call === 'GET /api/v1/me/invitations')).toBe(true),
    );
    expect(within(container).queryByText('Inbjudningar')).not.toBeInTheDocument();
  });

  it('say when they cannot be had, and are asked for again', async () => {
    let answer: unknown = new Refusal(422, 'INVALID');
    network({ 'GET /api/v1/me/invitations': () => answer });
    draw(<Invitations />);
    expect(await screen.findByText('Dina inbjudningar kunde inte hämtas.')).toBeInTheDocument();
    answer = list([asked]);
    await userEvent.click(screen.getByRole('button', { name: /Försök igen/ }));
    expect(await screen.findByText('Björkens IF')).toBeInTheDocument();
  });
});

describe('whom an organisation has asked', () => {
  const entity = { idEntity: 3 } as Entity;
  const sent: SentInvitation = {
    userId: 8,
    displayName: null,
    kind: 'MEMBERSHIP',
    txRelationType: 'MEMBER',
    created: asked.created,
    expires: asked.expires,
  };

  it('is called invited, without a name where that is nobody’s business, and can be taken back', async () => {
    let waiting = [sent, { ...sent, userId: 9, displayName: 'Cia Dal' }];
    const calls = network({
      'GET /api/v1/entities/3/invitations': () => list(waiting),
      'DELETE /api/v1/entities/3/relations/8': () => {
        waiting = waiting.slice(1);
      },
    });
    draw(<Invited entity={entity} />);
    expect(await screen.findByText('Cia Dal')).toBeInTheDocument();
    expect(screen.getByText('Inbjuden person')).toBeInTheDocument();
    expect(screen.getAllByText('Inbjuden')).toHaveLength(2);
    await userEvent.click(
      screen.getByRole('button', { name: 'Ta tillbaka inbjudan till Inbjuden person' }),
    );
    await waitFor(() => expect(screen.queryByText('Inbjuden person')).not.toBeInTheDocument());
    expect(calls.some(({ call }) => call === 'DELETE /api/v1/entities/3/relations/8')).toBe(true);
    expect(toasts().map(({ message }) => message)).toEqual(['Inbjudan är tillbakadragen.']);
  });
});
