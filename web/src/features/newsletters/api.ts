import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import type {
  ChangeDraft,
  NewDraft,
  NewNewsletter,
  Newsletter,
  NewsletterDraft,
  NewsletterPicture,
} from './types.ts';

const of = (idEntity: number) => `/api/v1/entities/${idEntity}/newsletters`;
const draftsOf = (idEntity: number) => `/api/v1/entities/${idEntity}/newsletter-drafts`;
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

/** What is being written for an organisation, the newest first, without texts. */
export const draftsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: ['newsletters', idEntity, 'drafts'],
    queryFn: async ({ signal }) =>
      (await api.get<{ content: NewsletterDraft[] }>(draftsOf(idEntity), { signal })).content,
  });

/** One of them with its text, as it stands now. */
export const draftQuery = (idEntity: number, idDraft: number) =>
  queryOptions({
    queryKey: ['newsletters', idEntity, 'drafts', idDraft],
    queryFn: ({ signal }) =>
      api.get<NewsletterDraft>(`${draftsOf(idEntity)}/${idDraft}`, { signal, quiet: true }),
    refetchOnMount: 'always',
    gcTime: 0,
  });

export const newsletterCalls = {
  begin: (idEntity: number, draft: NewDraft, idempotencyKey: string) =>
    api.post<NewsletterDraft>(draftsOf(idEntity), draft, { idempotencyKey, quiet: true }),
  change: (idEntity: number, idDraft: number, draft: ChangeDraft) =>
    api.put<NewsletterDraft>(`${draftsOf(idEntity)}/${idDraft}`, draft, { quiet: true }),
  remove: (idEntity: number, idDraft: number) => api.delete(`${draftsOf(idEntity)}/${idDraft}`),
  addPicture: (idEntity: number, image: File) => {
    const body = new FormData();
    body.append('image', image);
    return api.post<NewsletterPicture>(`/api/v1/entities/${idEntity}/newsletter-pictures`, body, {
      quiet: true,
    });
  },
  send: (idEntity: number, newsletter: NewNewsletter, idempotencyKey: string) =>
    api.post<Newsletter>(of(idEntity), newsletter, { idempotencyKey }),
};
