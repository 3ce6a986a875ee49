import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Membership } from '@/api/types.ts';
import { allPages } from '@/lib/allPages.ts';
import type {
  Batch,
  Invitation,
  InviteLink,
  NewInvitation,
  NewInviteLink,
  NewRow,
  OpenInvitation,
  Preview,
} from './types.ts';

const PAGE = 50;
const POLL_MS = 2_000;
const NOT_FOUND = 404;
const GONE = 410;

const key = ['invitations'] as const;
const of = (idEntity: number) => `/api/v1/entities/${idEntity}`;
type Listed<T> = { content: T[]; hasMore: boolean; cursor?: number | null };

export const sentKey = (idEntity: number) => [...key, 'sent', idEntity] as const;
export const sentQuery = (idEntity: number) =>
  infiniteQueryOptions({
    queryKey: sentKey(idEntity),
    queryFn: ({ pageParam, signal }) =>
      api.get<Listed<Invitation>>(`${of(idEntity)}/invitations`, {
        query: { cursor: pageParam, limit: PAGE },
        signal,
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? (last.cursor ?? undefined) : undefined),
  });

export const linksQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...key, 'links', idEntity],
    queryFn: async ({ signal }) =>
      (await api.get<Listed<InviteLink>>(`${of(idEntity)}/invite-links`, { signal, quiet: true }))
        .content,
  });

export const batchesQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...key, 'batches', idEntity],
    queryFn: async ({ signal }) =>
      (await api.get<Listed<Batch>>(`${of(idEntity)}/invitation-batches`, { signal, quiet: true }))
        .content,
  });

export const isOver = ({ status }: Pick<Batch, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'FAILED';

/** Asked for again until it is over, or another batch is looked at. */
export const batchQuery = (idBatch: number) =>
  queryOptions({
    queryKey: [...key, 'batch', idBatch],
    queryFn: ({ signal }) =>
      api.get<Batch>(`/api/v1/invitation-batches/${idBatch}`, {
        query: { limit: 0 },
        signal,
        quiet: true,
      }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });

/** What a link leads to; a code: why it leads nowhere any more. */
export const openQuery = (token: string) =>
  queryOptions({
    queryKey: [...key, 'open', token],
    queryFn: async ({ signal }): Promise<OpenInvitation | { gone: string }> => {
      const path = `/api/public/invitations/${encodeURIComponent(token)}`;
      try {
        return await api.get<OpenInvitation>(path, { signal, quiet: true });
      } catch (error) {
        if (error instanceof ApiError && [NOT_FOUND, GONE].includes(error.status)) {
          return { gone: error.status === NOT_FOUND ? 'NOT_FOUND' : error.code };
        }
        throw error;
      }
    },
  });

/** All rows of a batch that failed, as they are mended. */
const failedRows = (idBatch: number): Promise<Batch['rows']> =>
  allPages(async (cursor?: number) => {
    const query = { failed: true, limit: 200, cursor };
    const path = `/api/v1/invitation-batches/${idBatch}`;
    const page = await api.get<Batch>(path, { query, quiet: true });
    return { content: page.rows, cursor: page.cursor };
  });

/** A list as it is written (CSV), or rows that were looked at. */
export type List = Blob | { rows: NewRow[]; message?: string };

export const inviteCalls = {
  invite: (idEntity: number, body: NewInvitation, idempotencyKey: string) =>
    api.post<Invitation>(`${of(idEntity)}/invitations`, body, { idempotencyKey }),
  resend: (id: number) => api.post<Invitation>(`/api/v1/invitations/${id}/resend`),
  revoke: (id: number) => api.delete(`/api/v1/invitations/${id}`),
  revokePerson: (idEntity: number, userId: number) =>
    api.delete(`${of(idEntity)}/relations/${userId}`),
  makeLink: (idEntity: number, body: NewInviteLink) =>
    api.post<InviteLink>(`${of(idEntity)}/invite-links`, body),
  revokeLink: (id: number) => api.delete(`/api/v1/invite-links/${id}`),
  preview: (idEntity: number, list: List, relationType: string) =>
    api.post<Preview>(`${of(idEntity)}/invitation-batches/preview`, list, {
      query: { relationType },
      quiet: true,
    }),
  send: (idEntity: number, list: List, relationType: string, idempotencyKey: string) =>
    api.post<Batch>(`${of(idEntity)}/invitation-batches`, list, {
      query: { relationType },
      idempotencyKey,
      quiet: true,
    }),
  cancel: (idBatch: number) => api.post<Batch>(`/api/v1/invitation-batches/${idBatch}/cancel`),
  failedRows,
  accept: (token: string) =>
    api.post<Membership>(`/api/v1/invitations/${encodeURIComponent(token)}/accept`, undefined, {
      quiet: true,
    }),
  decline: (token: string) =>
    api.post<void>(`/api/v1/invitations/${encodeURIComponent(token)}/decline`, undefined, {
      quiet: true,
    }),
  leave: (token: string) =>
    api.post<void>(
      `/api/public/invitation-mails/${encodeURIComponent(token)}/unsubscribe`,
      undefined,
      { quiet: true },
    ),
};
