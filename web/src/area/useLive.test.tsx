/** What comes live reaches what is held, also while it is being fetched. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { realtime } from '@/realtime/connection.ts';
import type { Listener } from '@/realtime/registry.ts';
import { draw } from '@/test/page.tsx';
import { useLive } from './useLive.ts';

type Event = { add: number };
const queryKey = ['numbers'];
const fold = (held: number[], { add }: Event) => (held.includes(add) ? held : [...held, add]);

/** Answers are given by hand, one for each question. */
let asked: ((answer: number[]) => void)[];

function Numbers() {
  const queryFn = () => new Promise<number[]>((resolve) => asked.push(resolve));
  const { data } = useQuery({ queryKey, queryFn });
  const denied = useLive<number[], Event>({
    topic: '/topic/numbers',
    queryKey,
    fold,
    lacks: (held) => held.includes(0),
  });
  return <p>{denied ?? data?.join(' ') ?? 'nothing'}</p>;
}

/** The server's side of the subscription. */
function listen(): Listener {
  let heard: Listener | null = null;
  vi.spyOn(realtime, 'subscribe').mockImplementation((_, listener) => {
    heard = listener as Listener;
    return () => {};
  });
  draw(<Numbers />, '/', new QueryClient());
  if (!heard) throw new Error('nothing was subscribed to');
  return heard;
}

const answer = (index: number, numbers: number[]) => act(async () => asked[index]?.(numbers));
const shows = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeInTheDocument());
const questions = (n: number) => waitFor(() => expect(asked).toHaveLength(n));

beforeEach(() => {
  asked = [];
});

const DENIED = { type: 'ACCESS_DENIED', code: 'ACCESS_DENIED', message: '' } as const;

describe('what is kept true', () => {
  it('folds what comes, and again over an answer that is older', async () => {
    const server = listen();
    await questions(1);
    await answer(0, [1]);
    await shows('1');
    act(() => server.onActive?.());
    await questions(2);
    act(() => server.onMessage({ add: 2 }));
    await shows('1 2');
    await answer(1, [1]);
    await shows('1 2');
  });

  it('is fetched anew when something may be missing', async () => {
    const server = listen();
    await questions(1);
    await answer(0, [1]);
    act(() => server.onMessage({ type: 'RESYNC' }));
    await questions(2);
    await answer(1, [1, 5]);
    await shows('1 5');
  });

  it('is asked for once when the events do not tell all of it', async () => {
    const server = listen();
    await questions(1);
    await answer(0, [1]);
    act(() => server.onMessage({ add: 0 }));
    act(() => server.onMessage({ add: 3 }));
    await shows('1 0 3');
    await questions(2);
  });

  it('says why it may not be heard, until it may', async () => {
    const server = listen();
    await questions(1);
    await answer(0, [1]);
    act(() => server.onDenied?.('Du hör inte dit.', DENIED));
    await shows('Du hör inte dit.');
    act(() => server.onActive?.());
    await shows('1');
  });
});
