import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draw } from '@/test/page.tsx';
import { network } from '@/test/world.ts';
import { ShareButton } from './ShareButton.tsx';

it('opens the dialog of whoever sends messages, and closes it', async () => {
  network();
  draw(
    <ShareButton
      card={{ type: 'BOOKING', id: '9-c0de' }}
      what="bokningen"
      label="Dela bokningen"
      name="Dela bokningen Hel hall"
    />,
  );
  const button = screen.getByRole('button', { name: 'Dela bokningen Hel hall' });
  expect(button).toHaveTextContent('Dela bokningen');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(button);
  await screen.findByRole('dialog', { name: 'Dela bokningen' });
  await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
