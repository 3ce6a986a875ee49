import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Article, ArticlesPage, Written } from './types.ts';

const BASE = '/api/v1/articles';
const PUBLIC = '/api/public/articles';
const PAGE = 20;
/** What was read stays for a day, so that it is there offline as well. */
const KEPT_MS = 86_400_000;

/** Everything of articles lies below it. */
export const articlesKey = ['articles'] as const;

/** The platform itself, as an organisation. */
const PLATFORM = 1;
const none: ArticlesPage = { content: [], hasMore: false, cursor: null };

type Which = Record<string, number>;
type Asked = { pageParam: number | undefined; signal: AbortSignal };

const read = (path: string, which: Which, { pageParam, signal }: Asked) =>
  api.get<ArticlesPage>(path, {
    query: { ...which, limit: PAGE, cursor: pageParam },
    signal,
    // The list itself says that it failed.
    quiet: true,
  });

/** `absent`: what stands for a list that is not there. */
const list = (path: string, which: Which, absent?: ArticlesPage) =>
  infiniteQueryOptions({
    queryKey: [...articlesKey, 'list', path, which],
    queryFn: async (asked) => {
      try {
        return await read(path, which, asked);
      } catch (error) {
        if (absent && error instanceof ApiError && error.status === 404) return absent;
        throw error;
      }
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.cursor ?? undefined,
  });

export const articleLists = {
  /** What is published, of everybody. */
  all: list(PUBLIC, {}),
  /** Of an organisation; drafts too for whoever writes in its name. */
  entity: (id: number, signedIn: boolean) =>
    signedIn ? list(BASE, { idEntity: id }) : list(PUBLIC, { entity: id }),
  /** What somebody has published as themselves; those who do not see their page are told of none. */
  person: (id: number) => list(PUBLIC, { user: id }, none),
  /** The platform's own; an installation need not have made its organisation. */
  blog: list(PUBLIC, { entity: PLATFORM }, none),
  mine: list(BASE, {}),
};
export type ArticleListQuery = typeof articleLists.mine;

export const articleKey = (uuid: string) => [...articlesKey, 'one', uuid] as const;

const at = (uuid: string) => `${BASE}/${encodeURIComponent(uuid)}`;

export const fetchArticle = (uuid: string, signedIn: boolean, signal?: AbortSignal) =>
  api.get<Article>(signedIn ? at(uuid) : `${PUBLIC}/${encodeURIComponent(uuid)}`, {
    quiet: true,
    ...(signal && { signal }),
  });

/** null: there is none, or none that one may see. */
export const articleQuery = (uuid: string, signedIn: boolean) =>
  queryOptions({
    queryKey: articleKey(uuid),
    queryFn: async ({ signal }): Promise<Article | null> => {
      try {
        return await fetchArticle(uuid, signedIn, signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    gcTime: KEPT_MS,
  });

export const articleCalls = {
  create: (written: Written, idEntity: number | null, idempotencyKey: string) =>
    api.post<Article>(BASE, { ...written, ...(idEntity && { idEntity }) }, { idempotencyKey }),
  change: (uuid: string, written: Written, version: number) =>
    api.put<Article>(at(uuid), { ...written, version }),
  publish: (uuid: string) => api.post<Article>(`${at(uuid)}/publish`),
  unpublish: (uuid: string) => api.post<Article>(`${at(uuid)}/unpublish`),
  remove: (uuid: string) => api.delete(at(uuid)),
  setCover: (uuid: string, file: File) => {
    const body = new FormData();
    body.set('image', file);
    return api.put<Article>(`${at(uuid)}/cover`, body);
  },
  removeCover: (uuid: string) => api.delete<Article>(`${at(uuid)}/cover`),
};
