import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type {
  Application,
  Entity,
  Invitation,
  Liked,
  Membership,
  MembershipMode,
  Page,
  Relation,
  SentInvitation,
} from '@/api/types.ts';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { keepSession, storedSession } from '@/lib/session.ts';

const PEOPLE_PAGE = 50;
const BASE = '/api/v1/entities';

export const entityQuery = (slug: string) =>
  queryOptions({
    queryKey: ['entities', 'slug', slug],
    queryFn: ({ signal }) =>
      api.get<Entity>(`/api/public/entities/${encodeURIComponent(slug)}`, { signal }),
  });

/** Everybody of an organisation, or those who follow it. */
export type Whose = 'relations' | 'followers';

const fetchPeople = (
  idEntity: number,
  q: string,
  page: number,
  signal: AbortSignal,
  whose: Whose = 'relations',
) =>
  api.get<Page<Relation>>(`${BASE}/${idEntity}/${whose}`, {
    query: { q: q || undefined, page, size: PEOPLE_PAGE },
    signal,
  });

/** The first of those whose name begins so, to pick from. */
export const peopleFound = async (idEntity: number, q: string, signal: AbortSignal) =>
  (await fetchPeople(idEntity, q, 0, signal)).content;

export const peopleQuery = (idEntity: number, q: string, whose: Whose = 'relations') =>
  infiniteQueryOptions({
    queryKey: ['entities', idEntity, whose, q],
    queryFn: ({ pageParam, signal }) => fetchPeople(idEntity, q, pageParam, signal, whose),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    // While typing, what was found last stays until the new answer is here.
    placeholderData: (previous) => previous,
  });

/** Of one organisation more people than these are not looked at at once. */
const MANY_PAGES = 10;

/** An organisation's people, the first some hundreds by name; `whole`: these are all. */
export const peopleOfQuery = (idEntity: number) =>
  queryOptions({
    queryKey: ['entities', idEntity, 'relations', 'many'],
    queryFn: async ({ signal }) => {
      const people: Relation[] = [];
      let more = true;
      for (let page = 0; more && page < MANY_PAGES; page += 1) {
        const { content, hasMore } = await fetchPeople(idEntity, '', page, signal);
        people.push(...content);
        more = hasMore;
      }
      return { people, whole: !more };
    },
    staleTime: 60_000,
  });

export const applicationsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: ['entities', idEntity, 'applications'],
    queryFn: async ({ signal }) =>
      (await api.get<Page<Application>>(`${BASE}/${idEntity}/applications`, { signal })).content,
  });

/** What organisations ask me, until I have answered; kept on the device, so that a reload shows them at once. */
export const invitationsQuery = queryOptions({
  queryKey: ['entities', 'invitations'],
  queryFn: async ({ signal }) => {
    const path = '/api/v1/me/invitations';
    const { content } = await api.get<Page<Invitation>>(path, { signal, quiet: true });
    keepSession({ activeInvitations: content });
    return content;
  },
  initialData: () => {
    const kept = storedSession()?.activeInvitations;
    // None is no answer: somebody may have asked since.
    return kept?.length ? kept : undefined;
  },
  initialDataUpdatedAt: 0,
});

/** Whom an organisation has asked, for those who may ask. */
export const sentInvitationsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: ['entities', idEntity, 'invitations'],
    queryFn: async ({ signal }) =>
      // Addresses stand in the list as well; they have a page of their own.
      (
        await api.get<Page<SentInvitation>>(`${BASE}/${idEntity}/invitations`, { signal })
      ).content.filter(({ userId }) => userId !== undefined),
  });

export type EntityFields = {
  entityName: string;
  entityType: string;
  membershipMode: MembershipMode;
  entitySlug?: string;
};

export const entityCalls = {
  create: (fields: EntityFields, idempotencyKey: string) =>
    api.post<Entity>(BASE, fields, { idempotencyKey }),
  update: (id: number, fields: Partial<EntityFields>) => api.patch<Entity>(`${BASE}/${id}`, fields),
  follow: (id: number) => api.post<void>(`${BASE}/${id}/follow`),
  unfollow: (id: number) => api.delete(`${BASE}/${id}/follow`),
  like: (id: number, liked: boolean) =>
    liked ? api.post<Liked>(`${BASE}/${id}/like`) : api.delete<Liked>(`${BASE}/${id}/like`),
  apply: (id: number, message: string) =>
    api.post<Application>(`${BASE}/${id}/applications`, message ? { message } : {}),
  withdraw: (id: number) => api.delete(`${BASE}/${id}/applications`),
  decide: (id: number, userId: number, decision: Decision) =>
    decision === 'approve'
      ? api.post<Application>(`${BASE}/${id}/applications/${userId}/approve`)
      : api.post<Application>(`${BASE}/${id}/applications/${userId}/deny`, {
          ban: decision === 'ban',
        }),
  setRelation: (id: number, userId: number, txRelationType: string) =>
    api.put<Relation>(`${BASE}/${id}/relations/${userId}`, { txRelationType }),
  withdrawInvitation: (id: number, userId: number) =>
    api.delete(`${BASE}/${id}/relations/${userId}`),
  removeRelation: (id: number, userId: number) => api.delete(`${BASE}/${id}/relations/${userId}`),
  invite: (id: number, userId: number) =>
    api.post<void>(`${BASE}/${id}/relations/${userId}/invite`),
  answer: (id: number, answer: 'accept' | 'decline') =>
    api.post<Membership | undefined>(`/api/v1/me/invitations/${id}/${answer}`),
  ban: (id: number, userId: number) => api.put<void>(`${BASE}/${id}/bans/${userId}`),
  transfer: (id: number, userId: number) => api.post<void>(`${BASE}/${id}/transfer`, { userId }),
};

export type Decision = 'approve' | 'deny' | 'ban';

/** Fetches again what depends on who belongs to which organisation, and how. */
export function useRefreshEntities(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [['entities'], myEntitiesQuery.queryKey, ['home']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}
