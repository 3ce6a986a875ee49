import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { isAbsent, isRefused } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type { Wanted } from './entries.ts';
import type {
  Entry,
  EntryDraft,
  EntryPage,
  LedgerSettings,
  PaidDraft,
  RefundDraft,
} from './types.ts';

const LEDGER = '/api/v1/ledger';
const PAGE = 10;
/** Most of mine are paid: they are looked through, not shown. */
const MANY = 100;

/** What others bill, pay and cancel meanwhile is seen after so long at the latest. */
const OTHERS_MS = 60_000;

/** Everything of ledgers lies below it. */
const ledgerKey = ['ledger'] as const;

const nextPage = ({ page, size, total }: EntryPage) =>
  (page + 1) * size < total ? page + 1 : undefined;

/** What an organisation bills, newest first, for whoever manages its ledger. */
export const listQuery = (entity: number, { status, from, to }: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...ledgerKey, 'list', entity, status, from, to],
    queryFn: ({ pageParam, signal }) =>
      api.get<EntryPage>(LEDGER, {
        query: {
          entity,
          page: pageParam,
          size: PAGE,
          status,
          from: from || undefined,
          to: to || undefined,
        },
        signal,
        quiet: true,
      }),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    // The sums stay while other entries are looked for.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : OTHERS_MS),
  });

/** What I am billed for. */
export const mineQuery = infiniteQueryOptions({
  queryKey: [...ledgerKey, 'mine'],
  queryFn: ({ pageParam, signal }) =>
    api.get<EntryPage>(`${LEDGER}/mine`, {
      query: { page: pageParam, size: MANY },
      signal,
      quiet: true,
    }),
  initialPageParam: 0,
  getNextPageParam: nextPage,
  refetchInterval: OTHERS_MS,
});

/** By its id or uuid. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...ledgerKey, 'entry', id],
    queryFn: ({ signal }) =>
      api.get<Entry>(`${LEDGER}/${encodeURIComponent(id)}`, { signal, quiet: true }),
    refetchInterval: ({ state }) => (isAbsent(state.error) ? false : OTHERS_MS),
  });

/** Pages that shift while they are fetched name one twice. */
export const entriesIn = (pages: readonly EntryPage[] | undefined): Entry[] => [
  ...new Map(
    (pages ?? []).flatMap(({ content }) => content.map((one) => [one.idBookingLedger, one])),
  ).values(),
];

const settingsAt = (idEntity: number) => `/api/v1/entities/${idEntity}/ledger-settings`;

export const settingsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...ledgerKey, 'settings', idEntity],
    queryFn: ({ signal }) => api.get<LedgerSettings>(settingsAt(idEntity), { signal, quiet: true }),
  });

/** Once something was billed, paid, cancelled, refunded or set. */
export const ledgerAnew = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ledgerKey });

export const ledgerCalls = {
  create: (draft: EntryDraft, idempotencyKey: string) =>
    api.post<Entry>(LEDGER, draft, { idempotencyKey, quiet: true }),
  /** Asked twice it is paid once. */
  pay: (id: number, draft: PaidDraft) =>
    api.post<Entry>(`${LEDGER}/${id}/paid`, draft, { quiet: true }),
  cancel: (id: number, reason: string) =>
    api.post<Entry>(`${LEDGER}/${id}/cancel`, { reason }, { quiet: true }),
  refund: (id: number, draft: RefundDraft, idempotencyKey: string) =>
    api.post<Entry>(`${LEDGER}/${id}/refund`, draft, { idempotencyKey, quiet: true }),
  saveSettings: (idEntity: number, settings: LedgerSettings) =>
    api.put<LedgerSettings>(settingsAt(idEntity), settings, { quiet: true }),
};
