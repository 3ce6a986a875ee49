/** Who gets to the page of vacation and to which of its parts; what an organisation's page says of it. */
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { type Answers, membership, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { OF, opened } from './opened.tsx';
import { mine, reservation, settings } from './samples.ts';
import VacationOf from './VacationOf.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T09:00:00.000Z'), toFake: ['Date'] });
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
  signOut();
});

const MINE = `GET ${OF}/mine`;
const asMember: Answers = {
  'GET /api/v1/me/entities': { content: [membership(3, 'MEMBER')], hasMore: false },
};

const at = (answers: Answers = {}, search = '') => opened({ [MINE]: mine(), ...answers }, search);

describe('the page', () => {
  const tabs = () => screen.findByRole('navigation', { name: 'Semesterns delar' });

  it('has all tabs for who manages the staff', async () => {
    at({ [`GET ${OF}/applications`]: { content: [reservation()] } });
    const names = within(await tabs()).getAllByRole('link');
    await waitFor(() =>
      expect(names.map(({ textContent }) => textContent)).toEqual([
        'Min semester',
        'Året',
        'Ansökningar11 väntar',
        'Anställda',
        'Inställningar',
      ]),
    );
    expect(names[1]).toHaveAttribute('href', '/bjorkens-if/semester?tab=year');
  });

  it('has two for staff, and the others are refused and never asked for', async () => {
    const { calls } = at(asMember, '?tab=employees');
    expect(within(await tabs()).getAllByRole('link')).toHaveLength(2);
    expect(screen.getByText('Den här delen är för den som sköter personalen')).toBeInTheDocument();
    expect(calls.map(({ call }) => call)).not.toContain(`GET ${OF}/employees`);
    expect(calls.map(({ call }) => call)).not.toContain(`GET ${OF}/applications`);
  });

  it('is for staff alone', async () => {
    at({ ...asMember, [`GET ${OF}/settings`]: new Refusal(403, 'ROLE_TOO_LOW') });
    expect(
      await screen.findByRole('heading', { name: 'Här syns semestern för dem som är anställda' }),
    ).toBeInTheDocument();
  });

  it('leads a manager who is not employed to the employees', async () => {
    at({ [MINE]: new Refusal(403, 'NOT_EMPLOYED') });
    expect(await screen.findByRole('link', { name: 'Till anställda' })).toHaveAttribute(
      'href',
      '/bjorkens-if/semester?tab=employees',
    );
  });
});

describe('an organisation’s page', () => {
  const card = (answers: Answers) => {
    const calls = network(answers);
    draw(
      <Routes>
        <Route
          path="/:entitySlug"
          element={
            <VacationOf
              kind="entity"
              id={3}
              name="Björkens IF"
              slug="bjorkens-if"
              entityType="sports-club"
            />
          }
        />
      </Routes>,
      '/bjorkens-if',
    );
    return calls;
  };

  it('leads staff to their vacation, and managers to applications', async () => {
    card({ [`GET ${OF}/settings`]: settings() });
    expect(await screen.findByRole('link', { name: 'Min semester' })).toHaveAttribute(
      'href',
      '/bjorkens-if/semester',
    );
    expect(screen.getByRole('link', { name: 'Ansökningar' })).toBeInTheDocument();
  });

  it('says nothing to others, and asks nothing for strangers', async () => {
    const calls = card({ 'GET /api/v1/me/entities': { content: [], hasMore: false } });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.call).toBe('GET /api/v1/me/entities');
    expect(screen.queryByText('Semester')).not.toBeInTheDocument();
  });

  it('has no applications for staff who manage nothing', async () => {
    card({ ...asMember, [`GET ${OF}/settings`]: settings() });
    await screen.findByRole('link', { name: 'Min semester' });
    expect(screen.queryByRole('link', { name: 'Ansökningar' })).not.toBeInTheDocument();
  });
});
