import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import { type Bounds, bboxOf } from './lib/bounds.ts';
import { coarse, type Position } from './lib/coordinates.ts';
import type {
  Connection,
  Created,
  Drafted,
  Flag,
  Found,
  Infopoint,
  Infopoints,
  InfopointType,
  MyInfopoints,
  Picture,
  Written,
} from './types.ts';

const BASE = '/api/v1/infopoints';
const MINE = '/api/v1/me/infopoints';
const PUBLIC = '/api/public/infopoints';
const NOT_FOUND = 404;
const STALE = 'STALE';
/** What was found is looked at for so long before it is asked for again. */
const FRESH_MS = 30_000;
const PAGE = 20;
/** As long as the server takes. */
export const MOST_Q = 100;

/** Everything of places lies below it. */
export const infopointsKey = ['infopoints'] as const;
export const foundKey = [...infopointsKey, 'found'] as const;
export const mineKey = [...infopointsKey, 'mine'] as const;
export const ownKey = [...infopointsKey, 'own'] as const;
export const ofEntityKey = [...infopointsKey, 'entity'] as const;
export const oneKey = (id: number) => [...infopointsKey, 'one', id] as const;

/** What is asked for: a part of the map, what is near, or a name. */
export type Asked = { type: InfopointType | null } & (
  | { by: 'view'; view: Bounds }
  | { by: 'near'; position: Position; radius: number }
  | { by: 'q'; q: string }
);

function queryOf(asked: Asked): Record<string, string | number | undefined> {
  const type = asked.type ?? undefined;
  switch (asked.by) {
    case 'view':
      return { bbox: bboxOf(asked.view), type };
    case 'near': {
      const { longitude, latitude } = coarse(asked.position);
      return { near: `${longitude},${latitude}`, radius: asked.radius, type };
    }
    case 'q':
      return { q: asked.q, type };
  }
}

export function foundQuery(asked: Asked) {
  const query = queryOf(asked);
  return queryOptions({
    queryKey: [...foundKey, query],
    queryFn: ({ signal }) => api.get<Found>(PUBLIC, { query, signal, quiet: true }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

const OFFERED = 8;

/** The first whose names have these words. */
export const placesNamed = (q: string, signal: AbortSignal) =>
  api.get<Found>(PUBLIC, { query: { q: q.slice(0, MOST_Q), limit: OFFERED }, signal, quiet: true });

/** null: there is none. */
export const infopointQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: async ({ signal }): Promise<Infopoint | null> => {
      try {
        return await api.get<Infopoint>(`${PUBLIC}/${id}`, { signal, quiet: true });
      } catch (error) {
        if (error instanceof ApiError && error.status === NOT_FOUND) return null;
        throw error;
      }
    },
  });

/** Favourites and followed places, with the municipalities of whose new places one is notified. */
export const mineQuery = infiniteQueryOptions({
  queryKey: mineKey,
  queryFn: ({ pageParam, signal }) =>
    api.get<MyInfopoints>(MINE, { query: { limit: PAGE, cursor: pageParam }, signal, quiet: true }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => last.cursor ?? undefined,
});

/** What I have added. */
export const ownQuery = infiniteQueryOptions({
  queryKey: ownKey,
  queryFn: ({ pageParam, signal }) =>
    api.get<Infopoints>(BASE, { query: { limit: PAGE, cursor: pageParam }, signal, quiet: true }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last) => last.cursor ?? undefined,
});

/** On an organisation's page, before one asks for more. */
const FIRST = 5;

/** An organisation's, newest first. */
export const ofEntityQuery = (idEntity: number) =>
  infiniteQueryOptions({
    queryKey: [...ofEntityKey, idEntity],
    queryFn: ({ pageParam, signal }) =>
      api.get<Infopoints>(`/api/public/entities/${idEntity}/infopoints`, {
        query: { limit: pageParam === undefined ? FIRST : PAGE, cursor: pageParam },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
  });

const at = (id: number) => `${BASE}/${id}`;

type Arranged = Pick<Picture, 'image' | 'alt'>[];

export const infopointCalls = {
  /** Stores nothing: what the server notices of a name and a position. */
  draft: (draft: Position & { name: string }) =>
    api.post<Drafted>(`${BASE}/draft`, draft, { quiet: true }),
  create: (written: Written, idEntity: number | null, idempotencyKey: string) =>
    api.post<Created>(BASE, { ...written, ...(idEntity && { idEntity }) }, { idempotencyKey }),
  change: (id: number, written: Written, version: number) =>
    api.put<Created>(at(id), { ...written, version }),
  remove: (id: number) => api.delete(at(id)),
  connect: (id: number, flags: Partial<Record<Flag, boolean>>) =>
    api.put<Connection>(`${at(id)}/connection`, flags, { quiet: true }),
  addPicture: (id: number, file: File) => {
    const body = new FormData();
    body.set('image', file);
    return api.post<Infopoint>(`${at(id)}/pictures`, body);
  },
  removePicture: (id: number, image: string) =>
    api.delete<Infopoint>(`${at(id)}/pictures/${encodeURIComponent(image)}`),
  arrange: ({ idInfopoint, version }: Infopoint, pictures: Arranged) =>
    api.put<Created>(at(idInfopoint), { version, pictures }, { quiet: true }),
  hearOf: (idMunicipality: number, on: boolean) =>
    on
      ? api.put<void>(`${MINE}/municipalities/${idMunicipality}`, undefined, { quiet: true })
      : api.delete(`${MINE}/municipalities/${idMunicipality}`, { quiet: true }),
};

/** How it stands now, where somebody else has changed it meanwhile. */
export function currentOf(error: unknown): Infopoint | null {
  if (!(error instanceof ApiError) || error.code !== STALE) return null;
  return (error.problem as { current?: Infopoint }).current ?? null;
}

/** A place was added, changed or removed. */
export function changedAnew(client: QueryClient, now: Infopoint | number): Promise<unknown> {
  if (typeof now === 'number') client.setQueryData(oneKey(now), null);
  else client.setQueryData(oneKey(now.idInfopoint), now);
  return Promise.all(
    [foundKey, mineKey, ownKey, ofEntityKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
