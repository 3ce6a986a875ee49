import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { CanDismiss, Guide, GuidesStatus } from '@/api/types.ts';
import { normalised } from '@/lib/guideIds.ts';

const quiet = { quiet: true };
const pathOf = (id: string) => `/api/v1/guides/${encodeURIComponent(normalised(id))}`;

/** What has been done; failing is told nowhere, and nothing waits for it. */
export const guidesQuery = queryOptions({
  queryKey: ['guides', 'status'],
  queryFn: ({ signal }) => api.get<GuidesStatus>('/api/v1/guides/status', { signal, ...quiet }),
  staleTime: 60_000,
  retry: false,
});

const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

export const guideCalls = {
  status: () => api.get<GuidesStatus>('/api/v1/guides/status', quiet),
  /** null: none; 401 and 403 say so, anything else is logged. */
  one: async (id: string): Promise<Guide | null> => {
    try {
      return await api.get<Guide>(`${pathOf(id)}/status`, quiet);
    } catch (error) {
      if (!isRefused(error)) console.warn('the guide’s status could not be fetched', error);
      return null;
    }
  },
  start: (id: string) => api.post<unknown>(`${pathOf(id)}/start`, {}, quiet),
  complete: (id: string) => api.post<unknown>(`${pathOf(id)}/complete`, {}, quiet),
  skip: (id: string, reason: string) => api.post<unknown>(`${pathOf(id)}/skip`, { reason }, quiet),
  reset: (id: string) => api.post<unknown>(`${pathOf(id)}/reset`, {}, quiet),
  canDismiss: async (): Promise<boolean> => {
    try {
      return (await api.get<CanDismiss>('/api/v1/guides/can-dismiss', quiet)).canDismiss;
    } catch {
      return false;
    }
  },
};

export type GuideCalls = typeof guideCalls;

/** 401 and 403: nobody is signed in. */
export const isSignedOutError = isRefused;
