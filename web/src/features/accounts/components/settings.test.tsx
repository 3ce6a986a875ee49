import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { anna, network, Refusal, signIn, signOut } from '@/test/world.ts';
import { MunicipalitySettings } from './MunicipalitySettings.tsx';

afterEach(signOut);

describe('the municipality', () => {
  const field = () => screen.getByRole('combobox', { name: 'Kommun' });

  it('is saved as soon as it is chosen', async () => {
    signIn();
    const calls = network({ 'PATCH /api/v1/me': { ...anna, selectedMunicipalityId: 1380 } });
    const { client } = draw(<MunicipalitySettings me={anna} />);
    expect(field()).toHaveDisplayValue('Ingen vald');
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
    signIn();
    network({ 'PATCH /api/v1/me': new Refusal(422, 'INVALID') });
    draw(<MunicipalitySettings me={anna} />);
    await userEvent.selectOptions(field(), 'Halmstad');
    expect(await screen.findByText('Nej.')).toBeInTheDocument();
    expect(field()).toHaveDisplayValue('Ingen vald');
  });
});
