/** Pages of information on which somebody who is signed in works: with an organisation, without one, and signed out. */
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadInfo } from '@/content/paths.ts';
import type { InfoPage } from '@/content/types.ts';
import { draw } from '@/test/page.tsx';
import { bjorken, membership, network, signIn, signOut } from '@/test/world.ts';
import { InfoView } from './InfoView.tsx';

const list = (content: unknown[]) => ({ content, page: 0, size: 50, hasMore: false });
const school = membership(5, 'MEMBER', { entityName: 'Åsskolan', entityType: 'school' });
const PATHS = ['/utvecklingssamtal', '/utflykt', '/vikariehantering', '/resursbokning'];

async function at(path: string, organisations: unknown[] = []) {
  network({
    'GET /api/v1/me/entities': list(organisations),
    'GET /api/v1/entities/5/bookables': { content: [], spaces: [], abilities: [] },
    'GET /api/v1/entities/5/schedule': { content: [] },
    'GET /api/v1/booking': list([]),
  });
  const page = (await loadInfo(path.replace(/\?.*/, ''))) as InfoPage;
  draw(<InfoView page={page} />, path);
  return page;
}

describe('signed in', () => {
  beforeEach(signIn);
  afterEach(signOut);

  it.each(PATHS)('%s leads who has no organisation to make one', async (path) => {
    await at(path);
    expect(await screen.findByRole('link', { name: '+ Skapa organisation' })).toHaveAttribute(
      'href',
      '/cre',
    );
  });

  it('a school comes first, and the page works for it', async () => {
    await at('/resursbokning', [bjorken, school]);
    expect(await screen.findByText('Här finns inget som du kan boka.')).toBeVisible();
    expect(screen.getByLabelText('Organisation')).toHaveDisplayValue('Åsskolan');
  });

  it('the organisation that the address names is meant', async () => {
    await at('/resursbokning?organization=3', [bjorken, school]);
    expect(await screen.findByLabelText('Organisation')).toHaveDisplayValue('Björkens IF');
  });

  it('one to which one does not belong is none, and another can be chosen', async () => {
    await at('/resursbokning?organization=99', [bjorken, school]);
    expect(await screen.findByText('Du hör inte till den här organisationen')).toBeVisible();
    expect(screen.getByRole('option', { name: 'Björkens IF' })).toBeInTheDocument();
  });
});

it.each(PATHS)('signed out %s says what it is for', async (path) => {
  const { lead } = await at(path);
  expect(screen.getByText(lead)).toBeVisible();
  expect(screen.queryByRole('link', { name: '+ Skapa organisation' })).not.toBeInTheDocument();
});
