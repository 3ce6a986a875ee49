import { afterEach, expect, it, vi } from 'vitest';
import { loadWithin } from './loadPart.ts';

afterEach(() => vi.restoreAllMocks());

it('what stands within a page comes when there is a network again', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => {
    if (!navigator.onLine) throw new TypeError('no network');
    return 'the part';
  });
  let came: string | undefined;
  const coming = loadWithin(load).then((part) => {
    came = part;
  });
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(came).toBeUndefined();
  network.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await coming;
  expect(came).toBe('the part');
});

it('what is gone with a network is not waited for', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  vi.spyOn(window, 'confirm').mockReturnValue(false);
  await expect(loadWithin(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
