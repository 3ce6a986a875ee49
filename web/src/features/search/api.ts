import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Suggestion, Suggestions } from '@/api/pending.ts';
import { suggestionTypeLabel } from '@/texts/search.ts';

export type Group = { group: string; content: Suggestion[] };

/** Typing is not a question until it rests. */
export const SEARCH_DELAY = 150;
const LIMIT = 5;

type Answer = Suggestions | { content: Suggestion[] };

/** The answer in groups with Swedish headings, in the order they came; nothing empty. */
export function inGroups(answer: Answer): Group[] {
  const flat =
    'groups' in answer ? answer.groups.flatMap(({ content }) => content) : answer.content;
  const groups = new Map<string, Suggestion[]>();
  for (const one of flat) {
    const label = suggestionTypeLabel(one.type);
    groups.set(label, [...(groups.get(label) ?? []), one]);
  }
  return [...groups].map(([group, content]) => ({ group, content }));
}

export const searchQuery = (q: string, options: { types?: string; limit?: number } = {}) =>
  queryOptions({
    queryKey: ['search', q, options.types ?? '', options.limit ?? LIMIT],
    queryFn: async ({ signal }) =>
      inGroups(
        await api.get<Answer>('/api/public/search', {
          query: { q, types: options.types, limit: options.limit ?? LIMIT },
          signal,
          quiet: true,
        }),
      ),
    enabled: q !== '',
    staleTime: 60_000,
    retry: false,
    // What was found last stays until the new answer is here.
    placeholderData: (previous) => previous,
  });

export const pathOf = (one: Suggestion) => `/${one.slug.replace(/^\/+/, '')}`;
