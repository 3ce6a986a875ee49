import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { toast } from '@/components/toast.ts';
import {
  activated,
  draftOf,
  type EventFilter,
  filterCalls,
  filtersQuery,
  useFilters,
} from './filters.ts';

/** Makes a choice the one that holds; null: none does. It is shown at once. */
export function useActivate() {
  const client = useQueryClient();
  const { active, changed } = useFilters();
  return useMutation({
    scope: { id: 'active filter' },
    mutationFn: async (filter: EventFilter | null) => {
      if (filter) await filterCalls.activate(filter.idFilter);
      else if (active) {
        await filterCalls.change(active.idFilter, { ...draftOf(active), isActive: false });
      }
    },
    onMutate: (filter) => {
      client.setQueryData(
        filtersQuery.queryKey,
        (held) => held && activated(held, filter?.idFilter ?? null),
      );
    },
    onError: (error) => toast({ type: 'error', message: messageOf(error) }),
    onSettled: changed,
  });
}
