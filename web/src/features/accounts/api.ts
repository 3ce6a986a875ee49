import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Membership, Municipality, Page, Session, UnreadCounts, User } from '@/api/types.ts';
import { hasFirstAnswer } from '@/lib/firstAnswers.ts';
import { storedSession, useSignedIn } from '@/lib/session.ts';

const UNREAD_INTERVAL = 30_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get<User>('/api/v1/me', { signal }),
  staleTime: 5 * 60_000,
  // Whoever it was last is shown until the server has said who it is.
  initialData: () => storedSession()?.user,
  initialDataUpdatedAt: 0,
});

export const myEntitiesQuery = queryOptions({
  queryKey: ['me', 'entities'],
  queryFn: async ({ signal }) => {
    const page = await api.get<Page<Membership>>('/api/v1/me/entities', { signal });
    return distinctByName(page.content);
  },
});

/** Every unread count of the person; the live connection writes here between the polls. */
export const unreadQuery = queryOptions({
  queryKey: ['me', 'unread'],
  queryFn: ({ signal }) => api.get<UnreadCounts>('/api/v1/me/unread', { signal, quiet: true }),
  refetchInterval: UNREAD_INTERVAL,
});

export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<Session>>('/api/v1/auth/sessions', { signal })).content,
});

/** All 290, with their counties. */
export const municipalitiesQuery = queryOptions({
  queryKey: ['municipalities'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<Municipality>>('/api/public/municipalities', { signal })).content,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What an account has before a municipality is chosen. */
export const NO_MUNICIPALITY = -1;

/** Each organisation once, in Swedish order. */
export function distinctByName(memberships: Membership[]): Membership[] {
  const byId = new Map(memberships.map((one) => [one.idEntity, one]));
  return [...byId.values()].sort((a, b) => a.entityName.localeCompare(b.entityName, 'sv'));
}

/** The person signed in; undefined while loading or signed out. */
export function useMe(): User | undefined {
  const enabled = useSignedIn();
  return useQuery({ ...meQuery, enabled }).data;
}

/** What the header and most pages begin with: where the answers came with the page, they are there in its first drawing. */
export async function takeOwnFirstAnswers(client: QueryClient): Promise<void> {
  const taken: Promise<void>[] = [];
  if (hasFirstAnswer('/api/v1/me')) taken.push(client.prefetchQuery(meQuery));
  if (hasFirstAnswer('/api/v1/me/entities')) taken.push(client.prefetchQuery(myEntitiesQuery));
  if (hasFirstAnswer('/api/v1/me/unread')) taken.push(client.prefetchQuery(unreadQuery));
  await Promise.all(taken);
}

/** Sends a link for a new password, if the address belongs to an account. */
export function requestReset(email: string): Promise<void> {
  return api.post<void>('/api/public/auth/reset/request', { email });
}
