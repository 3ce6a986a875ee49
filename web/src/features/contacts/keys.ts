/** What every page has of contacts: whose words are folded, and what to ask anew once something of them changed. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import type { Blocked } from './types.ts';

/** Everything of contacts lies below it: what changes one of them is told as a whole. */
export const contactsKey = ['contacts'] as const;

/** All of them: the chat folds what they write. */
export const blockedQuery = queryOptions({
  queryKey: [...contactsKey, 'blocked'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<Blocked>>('/api/v1/contacts/blocked', { signal, quiet: true })).content,
  staleTime: 60_000,
});
