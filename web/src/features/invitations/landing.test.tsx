/** Where an invitation leads: signed in and out, with the right account and another; and the way to get no more. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { takeNextPath } from '@/lib/nextPath.ts';
import { draw } from '@/test/page.tsx';
import { type Answers, anna, bjorken, network, Refusal, signIn, signOut } from '@/test/world.ts';
import LandingPage from './LandingPage.tsx';
import LeavePage from './LeavePage.tsx';
import type { OpenInvitation } from './types.ts';

afterEach(() => {
  notifications.clean();
  localStorage.clear();
  signOut();
});

const TOKEN = 'i1a-hemlig';
const OPEN = `GET /api/public/invitations/${TOKEN}`;
const ACCEPT = `POST /api/v1/invitations/${TOKEN}/accept`;

const open = (change: Partial<OpenInvitation> = {}): OpenInvitation => ({
  kind: 'MAIL',
  idEntity: 3,
  entityName: 'Björkens IF',
  entitySlug: 'bjorkens-if',
  entityType: 'sports-club',
  image: null,
  relationType: 'LEADER',
  invitedBy: 'Bo Alm',
  email: 'anna@exempel.se',
  firstName: 'Anna',
  expires: '2099-12-31T12:00:00.000Z',
  ...change,
});

function State() {
  return <output>{JSON.stringify(useLocation().state)}</output>;
}

function opened(answers: Answers, path = `/inbjudan/${TOKEN}`) {
  const calls = network({ 'GET /api/v1/me': anna, ...answers });
  const view = draw(
    <Routes>
      <Route path="/inbjudan/:token" element={<LandingPage />} />
      <Route path="/inbjudan/avanmal/:token" element={<LeavePage />} />
      <Route path="*" element={<State />} />
    </Routes>,
    path,
  );
  return { ...view, calls };
}

describe('an invitation', () => {
  it('is accepted by one click of who is signed in', async () => {
    signIn();
    const { at, calls } = opened({ [OPEN]: open(), [ACCEPT]: bjorken });
    expect(
      await screen.findByRole('heading', { name: 'Du är inbjuden till Björkens IF' }),
    ).toBeVisible();
    expect(screen.getByText('Bo Alm bjuder in dig som ledare.')).toBeVisible();
    expect(calls.map(({ call }) => call)).not.toContain(ACCEPT);
    await userEvent.click(await screen.findByRole('button', { name: 'Gå med' }));
    await waitFor(() => expect(at()).toBe('/bjorkens-if'));
  });

  it('leads who is signed out back, with the address filled in', async () => {
    const { at } = opened({ [OPEN]: open() });
    await userEvent.click(await screen.findByRole('link', { name: 'Skapa konto' }));
    expect(at()).toBe('/signup');
    expect(screen.getByRole('status')).toHaveTextContent(
      '{"email":"anna@exempel.se","firstName":"Anna"}',
    );
    expect(takeNextPath(Date.now())).toBe(`/inbjudan/${TOKEN}`);
  });

  it('leads to signing in and back', async () => {
    const { at } = opened({ [OPEN]: open() });
    await userEvent.click(await screen.findByRole('link', { name: 'Logga in' }));
    expect(at()).toBe(`/login?next=${encodeURIComponent(`/inbjudan/${TOKEN}`)}`);
  });

  it('of another address says whose it is', async () => {
    signIn();
    opened({ [OPEN]: open({ email: 'bo@exempel.se' }) });
    expect(await screen.findByText(/men du är inloggad som anna@exempel.se/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Gå med' })).not.toBeInTheDocument();
  });

  it('is nothing more for a member', async () => {
    signIn();
    opened({ [OPEN]: open(), [ACCEPT]: new Refusal(409, 'ALREADY_MEMBER') });
    await userEvent.click(await screen.findByRole('button', { name: 'Gå med' }));
    expect(await screen.findByRole('link', { name: 'Öppna Björkens IF' })).toHaveAttribute(
      'href',
      '/bjorkens-if',
    );
  });

  it('is declined', async () => {
    signIn();
    opened({ [OPEN]: open(), [`POST /api/v1/invitations/${TOKEN}/decline`]: undefined });
    await userEvent.click(await screen.findByRole('button', { name: 'Tacka nej' }));
    expect(await screen.findByText('Du har tackat nej till Björkens IF.')).toBeVisible();
  });

  it.each([
    [410, 'EXPIRED', 'Inbjudan har gått ut'],
    [410, 'REVOKED', 'Inbjudan är tillbakadragen'],
    [410, 'USED', 'Inbjudan är redan använd'],
    [404, 'NOT_FOUND', 'Inbjudan finns inte'],
  ])('that ended says how: %i %s', async (status, code, title) => {
    opened({ [OPEN]: new Refusal(status, code) });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });
});

describe('no more invitations', () => {
  const LEAVE = 'POST /api/public/invitation-mails/hemlig/unsubscribe';

  it('are asked for by a button, not by opening the page', async () => {
    const { calls } = opened({ [LEAVE]: undefined }, '/inbjudan/avanmal/hemlig');
    expect(await screen.findByRole('heading', { name: 'Inga fler inbjudningar' })).toBeVisible();
    expect(calls.map(({ call }) => call)).not.toContain(LEAVE);
    await userEvent.click(screen.getByRole('button', { name: 'Skicka inga fler' }));
    expect(
      await screen.findByRole('heading', { name: 'Du får inga fler inbjudningar' }),
    ).toBeVisible();
  });

  it('cannot be asked for by a link that is none', async () => {
    opened({ [LEAVE]: new Refusal(404, 'NOT_FOUND') }, '/inbjudan/avanmal/hemlig');
    await userEvent.click(await screen.findByRole('button', { name: 'Skicka inga fler' }));
    expect(await screen.findByRole('heading', { name: 'Länken gäller inte' })).toBeVisible();
  });
});
