import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { STAY } from '@/lib/stay.ts';
import { draw } from '@/test/page.tsx';
import { useSamePage } from './useSamePage.ts';

it('going to where one is reloads the page; what is part of something else does not [shell 2.72]', async () => {
  const reload = vi.fn();
  function Page() {
    useSamePage(reload);
    return <p>Sida</p>;
  }
  const { router } = draw(<Page />, '/feed?a=1');
  expect(await screen.findByText('Sida')).toBeInTheDocument();
  await act(() => router.navigate('/feed?a=1', { replace: true }));
  expect(reload).toHaveBeenCalledTimes(1);
  await act(() => router.navigate('/feed?a=1'));
  expect(reload).toHaveBeenCalledTimes(2);
  await act(() => router.navigate('/feed?a=1', { state: STAY }));
  await act(() => router.navigate('/feed?a=2'));
  await act(() => router.navigate('/feed?a=2#part', { replace: true }));
  await act(() => router.navigate(-1));
  expect(reload).toHaveBeenCalledTimes(2);
});
