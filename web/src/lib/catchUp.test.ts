import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { catchUpAfter, JUST_NOW_MS, SECOND_LOOK_MS } from './catchUp.ts';

const KEY = ['chat', 'channels', 7];

function holding(updatedAt: number): QueryClient {
  const client = new QueryClient();
  client.setQueryData(KEY, [], { updatedAt });
  return client;
}

describe('what the connection may have missed', () => {
  it('is asked for at once when it was fetched long before', () => {
    expect(catchUpAfter(holding(1), KEY, 2 + JUST_NOW_MS)).toBe(0);
  });

  it('waits when it came with the start of the page', () => {
    expect(catchUpAfter(holding(1_000_000), KEY, 1_000_400)).toBe(SECOND_LOOK_MS);
  });

  it('is asked for at once when the connection was there before', () => {
    const client = holding(1_000_000);
    catchUpAfter(client, KEY, 1_000_400);
    expect(catchUpAfter(client, KEY, 1_000_900)).toBe(0);
  });

  it('goes by the oldest of what a key covers', () => {
    const client = holding(1_000_000);
    client.setQueryData(['chat', 'channels', 8], [], { updatedAt: 1 });
    expect(catchUpAfter(client, ['chat', 'channels'], 1_000_400)).toBe(0);
  });
});
