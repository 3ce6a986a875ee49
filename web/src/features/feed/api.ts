import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type {
  CursorPage,
  FeedComment,
  FeedPost,
  Liked,
  NewPost,
  PostChange,
  Reposted,
  SentMedia,
} from './types.ts';

const BASE = '/api/v1/feed';
const PUBLIC = '/api/public/feed';
/** Who is not signed in reads what is for everybody. */
const from = (signedIn: boolean) => (signedIn ? BASE : PUBLIC);
/** As specified. */
export const PAGE_SIZE = 20;
/** How often an open post is asked for anew (ms). */
export const FOLLOW_MS = 15_000;

/** Everything of the feed lies below it. */
export const feedKey = ['feed'] as const;
export const listsKey = [...feedKey, 'list'] as const;

/** What a person or an organisation wrote for everybody, for programs that follow sites. */
export const atomAddress = (kind: 'person' | 'entity', id: number) =>
  `${PUBLIC}/${kind}/${id}/atom`;

const list = (path: string) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, path],
    queryFn: ({ pageParam, signal }) =>
      api.get<CursorPage<FeedPost>>(path, {
        query: { limit: PAGE_SIZE, cursor: pageParam },
        signal,
        // The list itself says that it failed.
        quiet: true,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? (last.cursor ?? undefined) : undefined),
    // What is being read does not move by itself: whoever wants what is new asks for it.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const feedLists = {
  home: list(BASE),
  public: list(PUBLIC),
  mine: list(`${BASE}/mine`),
  entity: (id: number, signedIn = true) => list(`${from(signedIn)}/entity/${id}`),
  person: (id: number, signedIn = true) => list(`${from(signedIn)}/person/${id}`),
  topic: (topic: string) => list(`${BASE}/topic/${encodeURIComponent(topic)}`),
};
export type FeedListQuery = typeof feedLists.home;

/** The newest of a list, beside it: to tell what has come since. */
export const newestQuery = (path: string) =>
  queryOptions({
    queryKey: [...feedKey, 'newest', path],
    queryFn: async ({ signal }) =>
      (
        await api.get<CursorPage<FeedPost>>(path, {
          query: { limit: PAGE_SIZE },
          signal,
          quiet: true,
        })
      ).content,
    staleTime: 0,
    gcTime: 0,
  });

export const postKey = (uuid: string) => [...feedKey, 'post', uuid] as const;

/** null: there is none, or none that one may see. */
export const postQuery = (uuid: string, signedIn = true) =>
  queryOptions({
    queryKey: postKey(uuid),
    queryFn: async ({ signal }): Promise<FeedPost | null> => {
      try {
        const path = `${from(signedIn)}/posts/${encodeURIComponent(uuid)}`;
        return await api.get<FeedPost>(path, { signal, quiet: true });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

export const commentsKey = (uuid: string) => [...feedKey, 'comments', uuid] as const;

/** Oldest first; of one comment its replies. */
export const commentsQuery = (uuid: string, idParent: number | null, signedIn: boolean) =>
  infiniteQueryOptions({
    queryKey: [...commentsKey(uuid), idParent],
    queryFn: ({ pageParam, signal }) =>
      api.get<CursorPage<FeedComment>>(
        `${from(signedIn)}/posts/${encodeURIComponent(uuid)}/comments`,
        {
          query: { limit: PAGE_SIZE, cursor: pageParam, idParent: idParent ?? undefined },
          signal,
          quiet: true,
        },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.hasMore ? (last.cursor ?? undefined) : undefined),
  });

const post = (uuid: string) => `${BASE}/posts/${encodeURIComponent(uuid)}`;

export const feedCalls = {
  create: (one: NewPost) => api.post<FeedPost>(`${BASE}/posts`, one),
  get: (uuid: string) => api.get<FeedPost>(post(uuid), { quiet: true }),
  change: (uuid: string, change: PostChange) => api.put<FeedPost>(post(uuid), change),
  remove: (uuid: string) => api.delete(post(uuid)),
  like: (uuid: string, on: boolean) =>
    on ? api.put<Liked>(`${post(uuid)}/like`) : api.delete<Liked>(`${post(uuid)}/like`),
  repost: (uuid: string, comment: string, entityId: number | undefined) =>
    api.post<Reposted>(`${post(uuid)}/repost`, { comment, entityId }),
  comment: (uuid: string, txMessage: string, to: { idEntity?: number; idParent?: number }) =>
    api.post<FeedComment>(`${post(uuid)}/comments`, { txMessage, ...to }),
  changeComment: (id: number, txMessage: string, version: number) =>
    api.put<FeedComment>(`${BASE}/comments/${id}`, { txMessage, version }),
  removeComment: (id: number) => api.delete(`${BASE}/comments/${id}`),
  likeComment: (id: number, on: boolean) =>
    on
      ? api.put<Liked>(`${BASE}/comments/${id}/like`)
      : api.delete<Liked>(`${BASE}/comments/${id}/like`),
  sendPicture: (file: File) => {
    const body = new FormData();
    body.set('image', file);
    return api.post<SentMedia>(`${BASE}/media`, body);
  },
};
