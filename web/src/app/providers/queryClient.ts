import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';

const TRIES = 3;

/** 1 s, 2 s, 4 s; longer where the server asks for it. */
export function retryDelay(failures: number, error: unknown): number {
  const backoff = 1_000 * 2 ** failures;
  const asked = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1_000 : 0;
  return Math.max(backoff, asked);
}

/** Again only where it may help: no 4xx but 408 and 429. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < TRIES && error instanceof ApiError && error.isTransient;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        staleTime: 30_000,
        // A device that believes to be offline may still reach a server in its own network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
