/** What of the session's state outlives a reload beside the person (social.md §3): followers and invitations. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ContactsPage from '@/features/contacts/ContactsPage.tsx';
import { clearSession, keepSession, storedSession } from '@/lib/session.ts';
import { draw } from '@/test/page.tsx';
import { anna, network, signIn, signOut } from '@/test/world.ts';
import { Invitations } from './components/Invitations.tsx';

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const never = () => new Promise(() => {});
const asked = {
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
const follower = {
  user: { id: 8, displayName: 'Bo Alm', username: 'bo-alm', slug: 'bo-alm', avatar: null },
  created: '2026-03-03T12:00:00.000Z',
};

const cases = [
  {
    field: 'activeInvitations',
    path: 'GET /api/v1/me/invitations',
    held: asked,
    page: <Invitations />,
    address: '/',
    shown: 'Bo Alm bjuder in dig som ledare.',
  },
  {
    field: 'followers',
    path: 'GET /api/v1/contacts/followers',
    held: follower,
    page: <ContactsPage />,
    address: '/kontakter?tab=following',
    shown: 'Bo Alm',
  },
] as const;

beforeEach(() => {
  signIn();
  keepSession({ user: anna });
});
afterEach(signOut);

describe.each(cases)('$field [social 3.22]', ({ field, path, held, page, address, shown }) => {
  it('is kept as it is fetched, shown before the server has answered again, and gone after logout', async () => {
    network({ [path]: list([held]) });
    const before = draw(page, address);
    await screen.findByText(shown);
    await waitFor(() => expect(storedSession()?.[field]).toEqual([held]));
    before.unmount();

    network({ [path]: never });
    const again = draw(page, address);
    expect(await screen.findByText(shown)).toBeInTheDocument();
    again.unmount();

    clearSession();
    expect(JSON.stringify(localStorage)).not.toContain('Bo Alm');
    signIn();
    keepSession({ user: anna });
    expect(storedSession()?.[field]).toEqual([]);
  });

  it('gives way to the newer answer', async () => {
    keepSession({ [field]: [held] });
    network({ [path]: list([]) });
    draw(page, address);
    await waitFor(() => expect(screen.queryByText(shown)).not.toBeInTheDocument());
    expect(storedSession()?.[field]).toEqual([]);
  });
});
