import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chosen, inWords } from '@/area/scopes.ts';
import { draw } from '@/test/page.tsx';
import { network, Refusal, signIn, signOut } from '@/test/world.ts';
import TokenSettings from './TokenSettings.tsx';

const token = {
  id: 7,
  name: 'Schemat',
  scopes: ['chat:read', 'chat:write'],
  created: '2026-06-01T10:00:00.000Z',
  expires: '2026-09-01T10:00:00.000Z',
  lastUsed: null,
};
const page = (content: object[]) => ({ content, page: 0, size: content.length, hasMore: false });

beforeEach(signIn);
afterEach(signOut);

describe('access tokens', () => {
  it('are listed with what they may do and until when', async () => {
    network({ 'GET /api/v1/me/tokens': page([token]) });
    draw(<TokenSettings />);
    const list = await screen.findByRole('list', { name: 'Dina åtkomstnycklar' });
    expect(within(list).getByText('Schemat')).toBeVisible();
    expect(within(list).getByText('Chat och meddelanden (läsa, ändra)')).toBeVisible();
    expect(
      within(list).getByText(
        'Skapad 1 juni 2026 · Slutar gälla 1 september 2026 · Har inte använts',
      ),
    ).toBeVisible();
  });

  it('say that there are none, and that they cannot be fetched', async () => {
    network({ 'GET /api/v1/me/tokens': page([]) });
    const { unmount } = draw(<TokenSettings />);
    expect(await screen.findByText('Du har inga åtkomstnycklar.')).toBeVisible();
    unmount();
    network({ 'GET /api/v1/me/tokens': new Refusal(503, 'BUSY') });
    draw(<TokenSettings />);
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('are made with what was chosen, and shown this once', async () => {
    const calls = network({
      'GET /api/v1/me/tokens': page([]),
      'POST /api/v1/me/tokens': { ...token, token: 'kal_hemlig' },
    });
    draw(<TokenSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Ny åtkomstnyckel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Ny åtkomstnyckel' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skapa nyckeln' }));
    expect(within(dialog).getByText('Skriv ett namn.')).toBeVisible();
    expect(within(dialog).getByText('Välj minst en sak som programmet får göra.')).toBeVisible();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Namn' }), 'Schemat');
    await userEvent.click(
      within(dialog).getByRole('checkbox', { name: 'Chat och meddelanden: läsa' }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skapa nyckeln' }));
    const secret = await within(dialog).findByRole('textbox', { name: 'Nyckeln för Schemat' });
    expect(secret).toHaveValue('kal_hemlig');
    const sent = calls.find(({ call }) => call === 'POST /api/v1/me/tokens')?.body;
    expect(sent).toMatchObject({ name: 'Schemat', scopes: ['chat:read'] });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Klar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('are revoked after asking', async () => {
    const calls = network({
      'GET /api/v1/me/tokens': page([token]),
      'DELETE /api/v1/me/tokens/7': null,
    });
    draw(<TokenSettings />);
    await userEvent.click(await screen.findByRole('button', { name: 'Återkalla Schemat' }));
    expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
    const dialog = screen.getByRole('dialog', { name: 'Återkalla Schemat?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Återkalla' }));
    await waitFor(() =>
      expect(calls).toContainEqual(expect.objectContaining({ call: 'DELETE /api/v1/me/tokens/7' })),
    );
  });
});

describe('scopes', () => {
  it('name no area besides when everything may be done', () => {
    expect(chosen(['chat:read', 'read', 'chat:write'])).toEqual(['read', 'chat:write']);
    expect(chosen(['chat:read'])).toEqual(['chat:read']);
  });

  it('are said in words', () => {
    expect(inWords(['read', 'calendar:write'])).toBe(
      'Allt (läsa) · Kalendrar och händelser (ändra)',
    );
    expect(inWords([])).toBe('');
  });
});
