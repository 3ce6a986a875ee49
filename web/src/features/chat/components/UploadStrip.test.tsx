import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import UploadStrip from './UploadStrip.tsx';

const failed = {
  key: 'film',
  name: 'film.bin',
  file: null,
  progress: 0.4,
  attachment: null,
  reason: 'Kan inte nå servern.',
  refused: false,
};

/** The network goes or comes, and the browser says so. */
function network(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

afterEach(() => vi.restoreAllMocks());

it('says that a file waits for the network, also where it failed before the network went', () => {
  const onRetry = vi.fn();
  render(<UploadStrip uploads={[failed]} onRemove={() => {}} onRetry={onRetry} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Kan inte nå servern.');
  network(false);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Inget nät. Filen kommer med när det är tillbaka.',
  );
  network(true);
  expect(onRetry).toHaveBeenCalledWith('film');
});
