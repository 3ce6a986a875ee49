/** The calls of the administration, and what is held of their answers. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type {
  Activity,
  AdministeredEntity,
  AdministeredPerson,
  Administration,
  AuditEntry,
  CursorPage,
  FailedJob,
  Limits,
  RestingAddress,
} from './types.ts';

const PAGE = 30;
const quiet = { quiet: true } as const;
const PLATFORM = '/api/v1/administration';
const of = (idEntity: number) => `/api/v1/entities/${idEntity}`;
const administrationOf = (idEntity: number) => `${of(idEntity)}/administration`;

/** Below what a change of somebody's place in the organisation fetches anew. */
export const administrationKey = (idEntity: number) =>
  ['entities', idEntity, 'administration'] as const;

type Query = Record<string, string | number | undefined>;

const paged = <T>(path: string, key: readonly unknown[], query: Query) =>
  infiniteQueryOptions({
    queryKey: [...key, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<CursorPage<T>>(path, {
        query: { ...query, limit: PAGE, cursor: pageParam },
        ...quiet,
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? (last.cursor ?? undefined) : undefined),
    staleTime: 0,
  });

const whole = <T>(idEntity: number, name: string) =>
  queryOptions({
    queryKey: [...administrationKey(idEntity), name],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ content: T[] }>(`${administrationOf(idEntity)}/${name}`, {
          ...quiet,
          signal,
        })
      ).content,
    staleTime: 0,
  });

export const administrationQuery = (idEntity: number) =>
  queryOptions({
    queryKey: administrationKey(idEntity),
    queryFn: ({ signal }) =>
      api.get<Administration>(administrationOf(idEntity), { ...quiet, signal }),
    staleTime: 0,
  });

export const activityQuery = (idEntity: number, days: number) =>
  queryOptions({
    queryKey: [...administrationKey(idEntity), 'activity', days],
    queryFn: ({ signal }) =>
      api.get<Activity>(`${administrationOf(idEntity)}/activity`, {
        query: { days },
        ...quiet,
        signal,
      }),
  });

export const administeredPeopleQuery = (idEntity: number, q: string) => ({
  ...paged<AdministeredPerson>(
    `${administrationOf(idEntity)}/people`,
    [...administrationKey(idEntity), 'people'],
    { q: q || undefined },
  ),
});

export const jobsQuery = (idEntity: number) => whole<FailedJob>(idEntity, 'jobs');
export const restingQuery = (idEntity: number) => whole<RestingAddress>(idEntity, 'resting');

/** Which entries of the log are wanted. */
export type LogWanted = { actor: number | undefined; kind: string | undefined };

export const auditQuery = (idEntity: number, { actor, kind }: LogWanted) =>
  paged<AuditEntry>(`${of(idEntity)}/audit`, [...administrationKey(idEntity), 'audit'], {
    actor,
    kind,
  });

export function auditFile(idEntity: number, { actor, kind }: LogWanted): string {
  const query = new URLSearchParams();
  if (actor) query.set('actor', String(actor));
  if (kind) query.set('kind', kind);
  return `${of(idEntity)}/audit.csv${query.size > 0 ? `?${query}` : ''}`;
}

/** All, or those of an address or a name. */
export const organisationsQuery = (q: string) =>
  paged<AdministeredEntity>(`${PLATFORM}/entities`, ['administration', 'entities'], {
    q: q || undefined,
  });

export const limitsQuery = queryOptions({
  queryKey: ['administration', 'limits'],
  queryFn: ({ signal }) => api.get<Limits>(`${PLATFORM}/limits`, { ...quiet, signal }),
});

export const administrationCalls = {
  retryJob: (idEntity: number, idJob: number) =>
    api.post<void>(`${administrationOf(idEntity)}/jobs/${idJob}/retry`, undefined, quiet),
  retryResting: (idEntity: number, idEntityInvitation: number) =>
    api.post<void>(
      `${administrationOf(idEntity)}/resting/${idEntityInvitation}/retry`,
      undefined,
      quiet,
    ),
  retryAddress: (email: string) => api.post<void>(`${PLATFORM}/addresses/retry`, { email }, quiet),
};
