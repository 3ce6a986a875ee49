import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { isRefused } from '@/api/ApiError.ts';
import { api } from '@/api/client.ts';
import type {
  Absence,
  AbsenceDraft,
  Act,
  Checked,
  Employee,
  EmployeeDraft,
  Listed,
  Mine,
  Reservation,
  ReservationChange,
  ReservationDraft,
  Settings,
  Span,
  Year,
} from './types.ts';

const PAGE = 20;
const MANY = 50;
/** What others apply for, answer and report meanwhile is seen after so long at the latest. */
const OTHERS_MS = 60_000;

const vacationKey = ['vacation'] as const;
const settingsKey = [...vacationKey, 'settings'] as const;

const of = (idEntity: number) => `/api/v1/entities/${idEntity}/vacation`;
const reservation = (id: number) => `/api/v1/vacation/${id}`;
const quiet = { quiet: true } as const;

/** For staff: whoever is refused is none. */
export const settingsQuery = (idEntity: number) =>
  queryOptions({
    queryKey: [...settingsKey, idEntity],
    queryFn: ({ signal }) => api.get<Settings>(`${of(idEntity)}/settings`, { signal, quiet: true }),
  });

export const mineQuery = (idEntity: number, year: number) =>
  queryOptions({
    queryKey: [...vacationKey, 'mine', idEntity, year],
    queryFn: ({ signal }) =>
      api.get<Mine>(`${of(idEntity)}/mine`, { query: { year }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: OTHERS_MS,
  });

type After = number | string | undefined;
const FIRST = undefined as After;

export const yearQuery = (idEntity: number, year: number, group?: string) =>
  infiniteQueryOptions({
    queryKey: [...vacationKey, 'year', idEntity, year, group],
    queryFn: ({ pageParam, signal }) =>
      api.get<Year>(of(idEntity), {
        query: { year, after: pageParam, size: MANY, group: group || undefined },
        signal,
        quiet: true,
      }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }): After => next ?? undefined,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : OTHERS_MS),
  });

export const applicationsQuery = (idEntity: number) =>
  infiniteQueryOptions({
    queryKey: [...vacationKey, 'applications', idEntity],
    queryFn: ({ pageParam, signal }) =>
      api.get<Listed<Reservation>>(`${of(idEntity)}/applications`, {
        query: { after: pageParam, size: PAGE },
        signal,
        quiet: true,
      }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }): After => next ?? undefined,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : OTHERS_MS),
  });

export const employeesQuery = (idEntity: number) =>
  infiniteQueryOptions({
    queryKey: [...vacationKey, 'employees', idEntity],
    queryFn: ({ pageParam, signal }) =>
      api.get<Listed<Employee>>(`${of(idEntity)}/employees`, {
        query: { after: pageParam, size: MANY },
        signal,
        quiet: true,
      }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }): After => next ?? undefined,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : OTHERS_MS),
  });

export const reservationQuery = (id: number) =>
  queryOptions({
    queryKey: [...vacationKey, 'reservation', id],
    queryFn: ({ signal }) => api.get<Reservation>(reservation(id), { signal, quiet: true }),
  });

/** What would follow from a period, in the place of one that is changed; nothing is kept of it. */
export const checkQuery = (idEntity: number, { from, to }: Span, instead?: number) =>
  queryOptions({
    queryKey: [...vacationKey, 'check', idEntity, from, to, instead],
    queryFn: ({ signal }) => {
      const question = { from, to, ...(instead && { idVacationPlanReservation: instead }) };
      return api.post<Checked>(`${of(idEntity)}/check`, question, { signal, quiet: true });
    },
    retry: false,
  });

/** Once anything of it has changed: days, warnings and who is away follow from each other. */
export const vacationAnew = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: vacationKey });

export const vacationCalls = {
  reserve: (idEntity: number, draft: ReservationDraft, idempotencyKey: string) =>
    api.post<Reservation>(of(idEntity), draft, { idempotencyKey, quiet: true }),
  change: (id: number, change: ReservationChange) =>
    api.put<Reservation>(reservation(id), change, quiet),
  act: (id: number, act: Act, more: { version: number; reason?: string }) =>
    api.post<Reservation>(`${reservation(id)}/${act}`, more, quiet),
  absent: (idEntity: number, draft: AbsenceDraft, idempotencyKey: string) =>
    api.post<Absence>(`${of(idEntity)}/absences`, draft, { idempotencyKey, quiet: true }),
  present: (idAbsence: number) => api.delete(`/api/v1/vacation/absences/${idAbsence}`, quiet),
  employ: (idEntity: number, idAuthUser: number, draft: EmployeeDraft) =>
    api.put<Employee>(`${of(idEntity)}/employees/${idAuthUser}`, draft, quiet),
  dismiss: (idEntity: number, idAuthUser: number) =>
    api.delete(`${of(idEntity)}/employees/${idAuthUser}`, quiet),
  saveSettings: (idEntity: number, settings: Settings) =>
    api.put<Settings>(`${of(idEntity)}/settings`, settings, quiet),
};
