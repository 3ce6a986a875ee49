import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import { keepSession, storedSession } from '@/lib/session.ts';
import { contactsKey } from './keys.ts';
import type {
  Contact,
  ContactRequest,
  Followed,
  ImportedPerson,
  PersonalLink,
  PersonCardData,
  Privacy,
  Said,
  Suggested,
  Welcome,
  Welcomed,
} from './types.ts';

const BASE = '/api/v1/contacts';
const PAGE = 50;
const SUGGESTED = 12;
/** Characters of what stands with a request or an invitation. */
export const GREETING_MAX = 500;

const pageOf = <T>(
  what: string,
  query: Record<string, string | undefined>,
  page: number,
  signal: AbortSignal,
) =>
  api.get<Page<T>>(`${BASE}${what}`, {
    query: { ...query, page, size: PAGE },
    signal,
    // The list itself says that it failed.
    quiet: true,
  });

const paged = <T>(what: string, query: Record<string, string | undefined> = {}) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey, what, query],
    queryFn: ({ pageParam, signal }) => pageOf<T>(what, query, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    // While typing, what was found last stays until the new answer is here.
    placeholderData: (previous) => previous,
  });

/** By name; `q` begins a word of it. */
export const contactsQuery = (q: string) => paged<Contact>('', { q: q || undefined });
export const incomingQuery = paged<ContactRequest>('/requests/incoming');
export const outgoingQuery = paged<ContactRequest>('/requests/outgoing');
export const followingQuery = paged<Followed>('/following');
const followersPages = paged<Followed>('/followers');
/** The first page is kept on the device, so that a reload shows it at once. */
export const followersQuery = infiniteQueryOptions({
  ...followersPages,
  queryFn: async ({ pageParam, signal }) => {
    const page = await pageOf<Followed>('/followers', {}, pageParam, signal);
    if (pageParam === 0) keepSession({ followers: page.content });
    return page;
  },
  initialData: () => {
    const content = storedSession()?.followers;
    // Nobody is no answer: there may be some by now.
    if (!content?.length) return undefined;
    return { pages: [{ content, page: 0, size: PAGE, hasMore: false }], pageParams: [0] };
  },
  initialDataUpdatedAt: 0,
});
/** Who waits to be let follow me. */
export const followRequestsQuery = paged<Followed>('/followers/requests');

/** null: nobody, or nobody I may know of. */
async function unlessAbsent<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

export const cardQuery = (userId: number) =>
  queryOptions({
    queryKey: [...contactsKey, 'card', userId],
    queryFn: ({ signal }) =>
      unlessAbsent(api.get<PersonCardData>(`${BASE}/card/${userId}`, { signal, quiet: true })),
  });

export const suggestionsQuery = queryOptions({
  queryKey: [...contactsKey, 'suggestions'],
  queryFn: async ({ signal }) => {
    const query = { limit: SUGGESTED };
    return (await api.get<Page<Suggested>>(`${BASE}/suggestions`, { query, signal, quiet: true }))
      .content;
  },
});

/** null: none at present. */
export const linkQuery = queryOptions({
  queryKey: [...contactsKey, 'link'],
  queryFn: ({ signal }) =>
    unlessAbsent(api.get<PersonalLink>(`${BASE}/link`, { signal, quiet: true })),
});

/** Also signed out; null: unknown, used, run out or withdrawn. */
export const welcomeQuery = (token: string) =>
  queryOptions({
    queryKey: ['welcome', token],
    queryFn: ({ signal }) =>
      unlessAbsent(
        api.get<Welcome>(`/api/public/contacts/tokens/${encodeURIComponent(token)}`, {
          signal,
          quiet: true,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Left out where nothing was written. */
const withMessage = (message: string) => (message ? { message } : {});

export const contactCalls = {
  request: (toUserId: number, message = '') =>
    api.post<Said>(`${BASE}/requests`, { toUserId, ...withMessage(message) }),
  accept: (requestId: number) => api.post<Said>(`${BASE}/requests/${requestId}/accept`),
  reject: (requestId: number) => api.post<Said>(`${BASE}/requests/${requestId}/reject`),
  cancel: (requestId: number) => api.delete(`${BASE}/requests/${requestId}`),
  remove: (contactId: number) => api.delete(`${BASE}/${contactId}`),
  setPrivacy: (contactId: number, privacy: Privacy) =>
    api.put<Contact>(`${BASE}/${contactId}/privacy`, privacy),
  block: (userId: number) => api.post<{ blockId: number }>(`${BASE}/block`, { userId }),
  unblock: (blockId: number) => api.delete(`${BASE}/block/${blockId}`),
  follow: (toUserId: number) => api.post<Said>(`${BASE}/follow`, { toUserId }),
  unfollow: (userId: number) => api.delete(`${BASE}/follow/${userId}`),
  approveFollower: (userId: number) => api.post(`${BASE}/followers/${userId}/approve`),
  removeFollower: (userId: number) => api.delete(`${BASE}/followers/${userId}`),
  inviteByEmail: (email: string, message: string) =>
    api.post<Said>(`${BASE}/invite/email`, { email, ...withMessage(message) }),
  inviteBySms: (phone: string, message: string) =>
    api.post<Said>(`${BASE}/invite/sms`, { phone, ...withMessage(message) }),
  makeLink: () => api.post<PersonalLink>(`${BASE}/link`),
  withdrawLink: () => api.delete(`${BASE}/link`),
  takeWelcome: (token: string) => api.post<Welcomed>(`${BASE}/tokens/${encodeURIComponent(token)}`),
  dismiss: (userId: number) => api.delete(`${BASE}/suggestions/${userId}`),
  /** The file as it is. */
  importPeople: (file: Blob) => api.post<{ people: ImportedPerson[] }>(`${BASE}/import`, file),
};
