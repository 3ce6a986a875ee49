import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { ContextInfo, Profile } from '@/api/types.ts';

/** null: nobody, or nobody one may see. */
async function lookUp<T>(path: string, signal: AbortSignal): Promise<T | null> {
  try {
    return await api.get<T>(path, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** A person by user name; signed out only those who are to be found by everybody. */
export const profileQuery = (userName: string) =>
  queryOptions({
    queryKey: ['people', userName],
    queryFn: ({ signal }) =>
      lookUp<Profile>(`/api/public/users/${encodeURIComponent(userName)}`, signal),
  });

/** Whose id it is; their page is at their user name. */
export const personById = (id: number) =>
  queryOptions({
    queryKey: ['context', 'user', id],
    queryFn: ({ signal }) => lookUp<ContextInfo>(`/api/v1/context/user/${id}`, signal),
  });
