import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { ContextInfo } from '@/api/pending.ts';

/** Who or what an address belongs to; null: nobody one may see. */
async function lookUp(path: string, signal: AbortSignal): Promise<ContextInfo | null> {
  try {
    return await api.get<ContextInfo>(path, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const contextBySlug = (slug: string) =>
  queryOptions({
    queryKey: ['context', 'slug', slug],
    queryFn: ({ signal }) => lookUp(`/api/v1/context/slug/${encodeURIComponent(slug)}`, signal),
  });

export const contextById = (type: ContextInfo['type'], id: number) =>
  queryOptions({
    queryKey: ['context', type, String(id)],
    queryFn: ({ signal }) => lookUp(`/api/v1/context/${type}/${id}`, signal),
  });

/** /person/123 names an id, everything else is a slug. */
export const personQuery = (address: string) =>
  /^\d+$/.test(address) ? contextById('user', Number(address)) : contextBySlug(address);
