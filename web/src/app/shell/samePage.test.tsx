import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { draw } from '@/test/page.tsx';
import { useSamePage } from './useSamePage.ts';

it('going to where one is fetches the page anew, but not the chat [shell 2.72]', async () => {
  const page = vi.fn(async () => 'page');
  const chat = vi.fn(async () => 'chat');
  function Page() {
    useSamePage();
    useQuery({ queryKey: ['me'], queryFn: page, staleTime: 60_000 });
    useQuery({ queryKey: ['chat', 'x'], queryFn: chat, staleTime: 60_000 });
    return <p>Sida</p>;
  }
  const { router } = draw(<Page />, '/feed?a=1');
  expect(await screen.findByText('Sida')).toBeInTheDocument();
  await waitFor(() => expect(page).toHaveBeenCalledTimes(1));
  await act(() => router.navigate('/feed?a=1', { replace: true }));
  await waitFor(() => expect(page).toHaveBeenCalledTimes(2));
  await act(() => router.navigate('/feed?a=2'));
  await act(() => router.navigate('/feed?a=2#part', { replace: true }));
  expect(page).toHaveBeenCalledTimes(2);
  expect(chat).toHaveBeenCalledTimes(1);
});
