/** /family: an organisation that one chooses as one's family, and what is of it. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetPerson } from '@/lib/storage.ts';
import { draw } from '@/test/page.tsx';
import { bjorken, membership, network, signIn, signOut } from '@/test/world.ts';
import FamilyPage from './FamilyPage.tsx';

beforeEach(signIn);
afterEach(() => {
  signOut();
  forgetPerson();
});

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const ek = membership(5, 'OWNER', { entityName: 'Familjen Ek', entitySlug: 'familjen-ek' });
const person = {
  userId: 8,
  displayName: 'Bo Ek',
  userName: 'bo-ek',
  profileImage: null,
  txRelationType: 'MEMBER',
  state: 'ACTIVE',
  imported: false,
  isBot: false,
  since: '2026-01-01T12:00:00.000Z',
};
const at = (organisations: unknown[]) => {
  network({
    'GET /api/v1/me/entities': list(organisations),
    'GET /api/v1/entities/5/relations': list([
      person,
      { ...person, userId: 9, displayName: 'Robot', isBot: true },
      { ...person, userId: 10, displayName: 'Inte Än', state: 'INVITED' },
    ]),
  });
  return draw(<FamilyPage />, '/family');
};

it('who has no organisation is led to make one', async () => {
  at([]);
  expect(await screen.findByRole('link', { name: '+ Skapa organisation' })).toHaveAttribute(
    'href',
    '/cre',
  );
});

it('what was chosen as one’s family stays, with its people, until another is', async () => {
  const { unmount } = at([bjorken, ek]);
  await userEvent.click(await screen.findByRole('button', { name: 'Familjen Ek är familjen' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Familjen Ek' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /Bo Ek/ })).toHaveAttribute('href', '/u/bo-ek');
  expect(screen.queryByText('Robot')).not.toBeInTheDocument();
  expect(screen.queryByText('Inte Än')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Bjud in' })).toHaveAttribute(
    'href',
    '/members/invite?organization=5',
  );
  unmount();
  draw(<FamilyPage />, '/family');
  await userEvent.click(await screen.findByRole('button', { name: 'Byt familj' }));
  expect(await screen.findByRole('button', { name: 'Björkens IF är familjen' })).toBeVisible();
});
