/** /family: what a household shares (contract 11.4). */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Entity } from '@/api/types.ts';
import { keepSession } from '@/lib/session.ts';
import { draw } from '@/test/page.tsx';
import { anna, bjorken, membership, network, signIn, signOut } from '@/test/world.ts';
import FamilyPage from './FamilyPage.tsx';

const named = (idEntity: number, entityName: string) =>
  membership(idEntity, 'OWNER', {
    entityName,
    entitySlug: `familj-${idEntity}`,
    entityType: 'family',
  });
const pageOf = ({ txRelationType, ...one }: ReturnType<typeof named>): Entity => ({
  ...one,
  txRelationType,
  membershipMode: 'INVITE_ONLY',
  myApplication: null,
  liked: false,
  nrLikes: 0,
  abilities: [],
  created: '2026-01-01T12:00:00.000Z',
});
const ek = named(21, 'Familjen Ek');
const alm = named(22, 'Familjen Alm');
const mine = (...all: unknown[]) => ({
  'GET /api/v1/me/entities': { content: all, page: 0, size: 50, hasMore: false },
});
const pages = Object.fromEntries(
  [ek, alm].map((one) => [`GET /api/public/entities/${one.entitySlug}`, pageOf(one)]),
);

beforeEach(() => {
  signIn();
  keepSession({ user: anna });
});
afterEach(signOut);

describe('family [shell 2.12]', () => {
  it('is made by a name alone where one has none, though one is in organisations', async () => {
    let all = [bjorken];
    const calls = network({
      ...pages,
      'GET /api/v1/me/entities': () => mine(...all)['GET /api/v1/me/entities'],
      'POST /api/v1/entities': () => {
        all = [bjorken, ek];
        return pageOf(ek);
      },
    });
    draw(<FamilyPage />, '/family');
    const field = await screen.findByLabelText('Familjens namn');
    expect(field).toHaveValue('Familjen Ek');
    await userEvent.click(screen.getByRole('button', { name: 'Skapa familj' }));
    expect(await screen.findByRole('heading', { name: 'Familjen Ek' })).toBeInTheDocument();
    await waitFor(() =>
      expect(calls.find(({ call }) => call === 'POST /api/v1/entities')?.body).toMatchObject({
        entityName: 'Familjen Ek',
        entityType: 'family',
        membershipMode: 'INVITE_ONLY',
      }),
    );
  });

  it('is chosen by its name where one is in several', async () => {
    network({ ...pages, ...mine(ek, bjorken, alm) });
    draw(<FamilyPage />, '/family');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Familjen Alm' }),
    ).toBeInTheDocument();
    const others = screen.getByRole('navigation', { name: 'Mina familjer' });
    expect(others).not.toHaveTextContent('Björkens IF');
    await userEvent.click(screen.getByRole('link', { name: 'Familjen Ek' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Familjen Ek' }),
    ).toBeInTheDocument();
  });
});
