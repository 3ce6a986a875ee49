/** The calls of moderation, and what is held of their answers. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { ReportWish } from '@/commands/events.ts';
import { moderationKey } from './keys.ts';
import type { Act, Case, CaseState, CursorPage, OwnCase, Step } from './types.ts';

const BASE = '/api/v1/moderation';
const PAGE = 20;
/** One is told at once; a look now and then makes good what was not heard. */
export const LOOK_EVERY_MS = 30_000;
const quiet = { quiet: true } as const;

const paged = <T>(path: string, key: readonly unknown[], state?: CaseState) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey, ...key],
    queryFn: ({ pageParam, signal }) =>
      api.get<CursorPage<T>>(path, {
        query: { state, limit: PAGE, cursor: pageParam },
        ...quiet,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? (last.cursor ?? undefined) : undefined),
    retry: (count, error) => error instanceof ApiError && error.isTransient && count < 2,
    staleTime: 0,
  });

export const casesQuery = (idEntity: number, state: CaseState) =>
  paged<Case>(`${BASE}/${idEntity}/cases`, [idEntity, 'cases', state], state);
export const logQuery = (idEntity: number) =>
  paged<Step>(`${BASE}/${idEntity}/log`, [idEntity, 'log']);
export const csvPath = (idEntity: number) => `${BASE}/${idEntity}/log.csv`;

/** How much waits for me. */
export const openQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...moderationKey, idEntity, 'open'],
    queryFn: async ({ signal }) =>
      (await api.get<{ open: number }>(`${BASE}/${idEntity}/open`, { ...quiet, signal })).open,
    // Who does not moderate there is not asked again.
    refetchInterval: ({ state }) => (state.error ? false : LOOK_EVERY_MS * 2),
    retry: false,
  });

const NOT_FOUND = 404;

/** null: there is none that is mine. */
export const ownCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...moderationKey, 'own', id],
    queryFn: async ({ signal }): Promise<OwnCase | null> => {
      try {
        return await api.get<OwnCase>(`${BASE}/cases/${id}`, { ...quiet, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
    staleTime: 0,
  });

export const moderationCalls = {
  report: ({ targetType, targetId }: ReportWish, reason: string) =>
    api.post<void>('/api/v1/report', { targetType, targetId, reason }, quiet),
  decide: (idEntity: number, idCase: number, act: Act, note: string) =>
    api.post<Case>(`${BASE}/${idEntity}/cases/${idCase}/${act.toLowerCase()}`, { note }, quiet),
  object: (idCase: number, text: string) =>
    api.post<OwnCase>(`${BASE}/cases/${idCase}/objection`, { text }, quiet),
};
