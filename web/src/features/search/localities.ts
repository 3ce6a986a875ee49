/** Localities, as the pages of local areas ask for them. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Locality, Page } from '@/api/types.ts';

/** A locality by its slug, or by the last part of its page's address. */
export const localityQuery = (slug: string) =>
  queryOptions({
    queryKey: ['localities', slug],
    queryFn: ({ signal }) =>
      api.get<Locality>(`/api/public/tatort/slug/${encodeURIComponent(slug)}`, {
        signal,
        quiet: true,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Those of a municipality; `slug`: the last part of its page's address. */
export const localitiesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['municipalities', slug, 'localities'],
    queryFn: async ({ signal }) => {
      const path = `/api/public/municipalities/${encodeURIComponent(slug)}/localities`;
      return (await api.get<Page<Locality>>(path, { signal, quiet: true })).content;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
