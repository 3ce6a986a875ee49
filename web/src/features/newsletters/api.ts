import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import type { NewNewsletter, Newsletter } from './types.ts';

const of = (idEntity: number) => `/api/v1/entities/${idEntity}/newsletters`;
const PAGE = 10;
/** Between two looks at one that is being sent. */
const SENDING_MS = 1_500;

type Sent = Page<Newsletter> & { cursor: number | null };

const isSending = ({ sending }: Newsletter) => sending?.state === 'SENDING';

/** What an organisation has sent, the newest first. */
export const sentQuery = (idEntity: number) =>
  infiniteQueryOptions({
    queryKey: ['newsletters', idEntity, 'sent'],
    queryFn: ({ pageParam, signal }) =>
      api.get<Sent>(of(idEntity), { query: { cursor: pageParam, limit: PAGE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ cursor }) => cursor ?? undefined,
    refetchInterval: ({ state }) =>
      (state.data?.pages.some(({ content }) => content.some(isSending)) ?? false) && SENDING_MS,
  });

/** One, for whom it is for. */
export const newsletterQuery = (idEntity: number, idNewsletter: number) =>
  queryOptions({
    queryKey: ['newsletters', idEntity, idNewsletter],
    queryFn: ({ signal }) =>
      api.get<Newsletter>(`${of(idEntity)}/${idNewsletter}`, { signal, quiet: true }),
  });

export const newsletterCalls = {
  send: (idEntity: number, newsletter: NewNewsletter, idempotencyKey: string) =>
    api.post<Newsletter>(of(idEntity), newsletter, { idempotencyKey }),
};
