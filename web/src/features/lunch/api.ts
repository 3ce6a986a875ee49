import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import { plusDays } from '@/lib/days.ts';
import type { DayDraft, ImportedDays, LunchDay, LunchMenu, LunchSchools } from './types.ts';

/** Everything of menus lies below it. */
export const lunchKey = ['lunch'] as const;
/** What was looked at stays for a day, so that it is there offline as well. */
const KEPT_MS = 86_400_000;
const PAGE = 20;
const WEEK = 7;

const menuAt = (id: number) => `/api/v1/entities/${id}/lunch-menu`;

export const fetchMenu = (
  id: number,
  from: string,
  to: string,
  signedIn: boolean,
  signal?: AbortSignal,
) =>
  api.get<LunchMenu>(signedIn ? menuAt(id) : `/api/public/lunch-menu/${id}`, {
    query: { from, to },
    quiet: true,
    ...(signal && { signal }),
  });

/** A school's week, by its Monday. */
export const weekQuery = (id: number, monday: string, signedIn: boolean) =>
  queryOptions({
    queryKey: [...lunchKey, id, monday, signedIn],
    queryFn: ({ signal }) => fetchMenu(id, monday, plusDays(monday, WEEK - 1), signedIn, signal),
    gcTime: KEPT_MS,
  });

/** Schools that have a menu, by name or by what is sought. */
export const schoolsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...lunchKey, 'schools', q],
    queryFn: ({ pageParam, signal }) =>
      api.get<LunchSchools>('/api/public/lunch-menu', {
        query: { q: q || undefined, after: pageParam || undefined, limit: PAGE },
        signal,
        quiet: true,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    // While typing, what was found last stays until the new answer is here.
    placeholderData: (previous) => previous,
  });

export const lunchCalls = {
  save: (id: number, days: DayDraft[], idempotencyKey: string) =>
    api.post<{ days: LunchDay[] }>(menuAt(id), { days }, { idempotencyKey }),
  /** What would become of a file's days. */
  preview: (id: number, file: Blob) =>
    api.post<ImportedDays>(`${menuAt(id)}/csv`, file, { query: { dryRun: true } }),
};
