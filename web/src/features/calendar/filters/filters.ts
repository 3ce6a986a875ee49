/** Choices of calendars, one of which holds at a time; the server keeps which. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import { useSignedIn } from '@/lib/session.ts';
import { PERSONAL, writeStored } from '@/lib/storage.ts';
import { calendarKey } from '../api.ts';

type Schemas = components['schemas'];
export type EventFilter = Schemas['EventFilter'];
export type FilterDraft = Schemas['FilterDraft'];

const BASE = '/api/v1/event-filters';
/** Told to the other tabs: something has changed. */
const CHANGED = 'filters:changed';

export const filtersQuery = queryOptions({
  queryKey: [...calendarKey, 'filters'],
  queryFn: async ({ signal }) =>
    (await api.get<Page<EventFilter>>(BASE, { signal, quiet: true })).content,
  staleTime: 60_000,
});

export const activeOf = (filters: readonly EventFilter[]): EventFilter | undefined =>
  filters.find(({ isActive }) => isActive);

/** Whether a calendar's events are shown; without a choice all are. */
export const isChosen = (active: EventFilter | undefined, calendarUUID: string): boolean =>
  !active || active.rules.some((rule) => rule.calendarUUID === calendarUUID);

/** The same with another active one (null: none), as the server will have it. */
export const activated = (filters: readonly EventFilter[], id: number | null): EventFilter[] =>
  filters.map((one) => ({ ...one, isActive: one.idFilter === id }));

export const draftOf = ({ name, rules, isActive }: EventFilter): FilterDraft => ({
  name,
  isActive,
  rules: rules.map(({ calendarUUID }) => ({ calendarUUID })),
});

const at = (id: number) => `${BASE}/${id}`;

export const filterCalls = {
  create: (draft: FilterDraft, idempotencyKey: string) =>
    api.post<EventFilter>(BASE, draft, { idempotencyKey }),
  change: (id: number, draft: FilterDraft) => api.put<EventFilter>(at(id), draft),
  remove: (id: number) => api.delete(at(id)),
  activate: (id: number) => api.post<EventFilter>(`${at(id)}/activate`),
};

/** The choices, and how one says that they have changed: every change asks for all of them anew, in the other tabs as well. */
export function useFilters() {
  const client = useQueryClient();
  const { data: filters = [] } = useQuery({ ...filtersQuery, enabled: useSignedIn() });
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: filtersQuery.queryKey }),
    [client],
  );
  useEffect(() => {
    const onOtherTab = ({ key }: StorageEvent) => {
      if (key?.endsWith(CHANGED)) void refresh();
    };
    window.addEventListener('storage', onOtherTab);
    return () => window.removeEventListener('storage', onOtherTab);
  }, [refresh]);
  const changed = useCallback(async () => {
    writeStored(`${PERSONAL}${CHANGED}`, crypto.randomUUID());
    await refresh();
  }, [refresh]);
  return { filters, active: activeOf(filters), changed };
}
