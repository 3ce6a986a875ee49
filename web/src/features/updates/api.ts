import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';

/** Which version of the server answers; does not change while the page lives. */
export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) =>
    api.get<{ version: string }>('/api/public/version', { signal, quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});
