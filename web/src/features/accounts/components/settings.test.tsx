import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDisplayed } from '@/lib/displayed.ts';
import { draw } from '@/test/page.tsx';
import { anna, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { DataSettings } from './DataSettings.tsx';
import { MenuSettings } from './MenuSettings.tsx';
import { MissedSettings } from './MissedSettings.tsx';
import { MunicipalitySettings } from './MunicipalitySettings.tsx';
import { VisibilitySettings } from './VisibilitySettings.tsx';

const municipality = (idMunicipality: number, name: string, countyName: string) => ({
  idMunicipality,
  code: String(idMunicipality).padStart(4, '0'),
  name,
  countyCode: '00',
  countyName,
  slug: `ortskalendrar/${name.toLowerCase()}`,
});
const known = {
  'GET /api/public/municipalities': {
    content: [
      municipality(1380, 'Halmstad', 'Hallands län'),
      municipality(180, 'Stockholm', 'Stockholms län'),
    ],
    page: 0,
    size: 290,
    hasMore: false,
  },
};

beforeEach(signIn);
afterEach(signOut);

describe('the municipality', () => {
  const field = () => screen.getByRole('combobox', { name: 'Kommun' });

  it('is saved as soon as it is chosen', async () => {
    const calls = network({
      ...known,
      'PATCH /api/v1/me': { ...anna, selectedMunicipalityId: 1380 },
    });
    const { client } = draw(<MunicipalitySettings me={anna} />);
    await waitFor(() => expect(field()).toBeEnabled());
    expect(field()).toHaveDisplayValue('Ingen vald');
    expect(screen.getByRole('group', { name: 'Hallands län' })).toBeInTheDocument();
    await userEvent.selectOptions(field(), 'Halmstad');
    await waitFor(() =>
      expect(client.getQueryData(['me'])).toMatchObject({ selectedMunicipalityId: 1380 }),
    );
    expect(calls).toContainEqual({
      call: 'PATCH /api/v1/me',
      body: { selectedMunicipalityId: 1380 },
    });
  });

  it('stays as it was where the server refuses, and says so', async () => {
    network({ ...known, 'PATCH /api/v1/me': new Refusal(422, 'INVALID') });
    draw(<MunicipalitySettings me={anna} />);
    await waitFor(() => expect(field()).toBeEnabled());
    await userEvent.selectOptions(field(), 'Halmstad');
    expect(await screen.findByText('Nej.')).toBeInTheDocument();
    expect(field()).toHaveDisplayValue('Ingen vald');
  });
});

describe('being found', () => {
  it('is chosen by the person, and stays off where that fails', async () => {
    const calls = network({ 'PATCH /api/v1/me': new Refusal(403) });
    draw(<VisibilitySettings me={anna} />);
    const found = screen.getByRole('switch', { name: 'Gör mig sökbar' });
    await userEvent.click(found);
    expect(await screen.findByText('Nej.')).toBeInTheDocument();
    expect(found).not.toBeChecked();
    expect(calls[0]).toEqual({ call: 'PATCH /api/v1/me', body: { findable: true } });
  });
});

describe('menus [shell 3.14]', () => {
  it('show what their person has not switched off', async () => {
    const displayFlags = { ...anna.displayFlags, infopoint: false };
    const calls = network({ 'PATCH /api/v1/me': { ...anna, displayFlags } });
    const { client } = draw(<MenuSettings me={anna} />);
    const places = screen.getByRole('switch', { name: 'Infopoint' });
    expect(screen.getByRole('switch', { name: 'Mina bokningar' })).toBeChecked();
    expect(places).toBeChecked();
    await userEvent.click(places);
    await waitFor(() => expect(client.getQueryData(['me'])).toMatchObject({ displayFlags }));
    expect(calls[0]).toEqual({
      call: 'PATCH /api/v1/me',
      body: { displayFlags: { infopoint: false } },
    });
    expect(
      ['infopoint', 'bookings', 'calendar'].map((one) => isDisplayed(one, displayFlags)),
    ).toEqual([false, true, true]);
  });
});

describe('one’s own data', () => {
  it('can be fetched, and the account ended after asking', async () => {
    const calls = network({
      'DELETE /api/v1/me': { ...anna, erasureAt: '2026-12-05T12:00:00.000Z' },
    });
    const { client } = draw(<DataSettings me={anna} />);
    expect(screen.getByRole('link', { name: 'Hämta en kopia' })).toHaveAttribute(
      'href',
      '/api/v1/me/export',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Radera kontot' }));
    expect(calls).toEqual([]);
    const dialog = screen.getByRole('dialog', { name: 'Radera kontot?' });
    const [sure] = [...dialog.querySelectorAll('button')].slice(-1);
    await userEvent.click(sure ?? dialog);
    await waitFor(() =>
      expect(client.getQueryData(['me'])).toMatchObject({ erasureAt: '2026-12-05T12:00:00.000Z' }),
    );
  });

  it('says when the account ends, and takes it back', async () => {
    const calls = network({ 'DELETE /api/v1/me/erasure': anna });
    draw(<DataSettings me={{ ...anna, erasureAt: '2026-12-05T12:00:00.000Z' }} />);
    expect(screen.getByText('Kontot raderas den 5 december 2026.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Behåll kontot' }));
    await waitFor(() => expect(calls[0]?.call).toBe('DELETE /api/v1/me/erasure'));
  });
});

describe('mails of what was missed', () => {
  it('are turned off with one switch', async () => {
    const calls = network({ 'PATCH /api/v1/me': { ...anna, mailMissed: false } });
    const { client } = draw(<MissedSettings me={anna} />);
    const mails = screen.getByRole('switch', { name: /Mejla mig/ });
    expect(mails).toBeChecked();
    await userEvent.click(mails);
    await waitFor(() => expect(client.getQueryData(['me'])).toMatchObject({ mailMissed: false }));
    expect(calls).toContainEqual({ call: 'PATCH /api/v1/me', body: { mailMissed: false } });
  });
});
