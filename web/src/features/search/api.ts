import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Suggestion, SuggestionGroup } from '@/api/types.ts';
import { dateOf } from '@/lib/dates.ts';
import { clockTime } from '@/lib/times.ts';

/** Typing is not a question until it rests. */
export const SEARCH_DELAY = 150;
const LIMIT = 5;

/** In groups with their headings, the best first. */
export const searchQuery = (q: string, options: { types?: string; limit?: number } = {}) =>
  queryOptions({
    queryKey: ['search', q, options.types ?? '', options.limit ?? LIMIT],
    queryFn: async ({ signal }) => {
      const query = { q, types: options.types, limit: options.limit ?? LIMIT };
      const found = await api.get<{ groups: SuggestionGroup[] }>('/api/public/search', {
        query,
        signal,
        quiet: true,
      });
      return found.groups;
    },
    enabled: q !== '',
    staleTime: 60_000,
    retry: false,
    // What was found last stays until the new answer is here.
    placeholderData: (previous) => previous,
  });

/** Tells suggestions apart; a locality shares its address with its municipality where the two bear one name. */
export const keyOf = (one: Suggestion) => `${one.type}/${one.slug}/${one.name}`;

/** Whose card it opens; none: it is nobody. */
export const personOf = ({ type, slug }: Suggestion) => (type === 'person' ? slug : undefined);

/** Of an event: '14 maj 2027 18:00', by the reader's clock; a whole day's date is a date anywhere. */
export const whenOf = ({ start, startDate }: Suggestion): string =>
  startDate ? dateOf(`${startDate}T12:00:00`) : start ? `${dateOf(start)} ${clockTime(start)}` : '';

export const pathOf = (one: Suggestion) => `/${one.slug.replace(/^\/+/, '')}`;
