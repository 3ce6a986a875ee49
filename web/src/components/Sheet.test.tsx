import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sheet } from './Sheet.tsx';

/** A page with two buttons, of which the first has opened a sheet. */
function opened() {
  const page = (isOpen: boolean) => (
    <>
      <button type="button">Öppna</button>
      <button type="button">Nästa</button>
      {isOpen && (
        <Sheet label="Blad" anchor={null} onClose={() => {}}>
          <button type="button">Inuti</button>
        </Sheet>
      )}
    </>
  );
  const { rerender } = render(page(false));
  const named = (name: string) => screen.getByRole('button', { name, hidden: true });
  named('Öppna').focus();
  rerender(page(true));
  return { named, close: () => rerender(page(false)) };
}

it('gives the focus back to what opened it', () => {
  const { named, close } = opened();
  named('Inuti').focus();
  close();
  expect(named('Öppna')).toHaveFocus();
});

it('takes the focus from nothing that has it by then', () => {
  const { named, close } = opened();
  named('Nästa').focus();
  close();
  expect(named('Nästa')).toHaveFocus();
});
