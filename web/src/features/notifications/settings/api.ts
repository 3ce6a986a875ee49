import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Cell, CellChange, Phone } from './types.ts';

const quiet = { quiet: true } as const;

const settingsKey = ['notifications', 'settings'] as const;
const pathOf = (entity: number | null) =>
  `/api/v1/${entity === null ? 'me' : `entities/${entity}`}/notification-settings`;

/** Of an organisation; null: of what belongs to none. */
export const settingsQuery = (entity: number | null) =>
  queryOptions({
    queryKey: [...settingsKey, entity],
    queryFn: ({ signal }) => api.get<Cell[]>(pathOf(entity), { signal, ...quiet }),
    // What is chosen on another device, or for another organisation, is told by nobody.
    staleTime: 0,
  });

export const phoneQuery = queryOptions({
  queryKey: ['notifications', 'phone'],
  queryFn: ({ signal }) => api.get<Phone>('/api/v1/me/phone', { signal, ...quiet }),
  staleTime: 0,
});

export const settingsCalls = {
  save: (entity: number | null, changes: CellChange[]) =>
    api.put<Cell[]>(pathOf(entity), changes, quiet),
  applyToAll: (entity: number | null) =>
    api.post<Cell[]>(`${pathOf(entity)}/apply-to-all`, undefined, quiet),
};

export const phoneCalls = {
  set: (phone: string) => api.put<Phone>('/api/v1/me/phone', { phone }, quiet),
  verify: (code: string) => api.post<Phone>('/api/v1/me/phone/verify', { code }, quiet),
  remove: () => api.delete('/api/v1/me/phone', quiet),
};

/** What one page holds by now; all others may follow from it, and ask when they are opened. */
export function keepSettings(client: QueryClient, entity: number | null, cells: Cell[]) {
  const { queryKey } = settingsQuery(entity);
  client.setQueryData(queryKey, cells);
  client.removeQueries({
    queryKey: settingsKey,
    predicate: (query) => query.queryKey[2] !== entity,
  });
}
