import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { Page } from '@/api/types.ts';
import { calendarKey } from '@/features/calendar/api.ts';
import { plusDays } from '@/lib/days.ts';
import type {
  EasterBreak,
  ListedEvent,
  Proposal,
  SchoolCalendars,
  SchoolYear,
  SchoolYearDraft,
} from './types.ts';
import { spanOf } from './year.ts';

/** Everything of school years lies below it. */
export const schoolKey = ['school'] as const;
/** What was looked at stays for a day, so that it is there offline as well. */
const KEPT_MS = 86_400_000;

const calendarsAt = (id: number) => `/api/v1/entities/${id}/school-calendars`;

/** A school's calendars of school years. */
export const schoolCalendarsQuery = (id: number, signedIn: boolean) =>
  queryOptions({
    queryKey: [...schoolKey, 'calendars', id, signedIn],
    queryFn: ({ signal }) =>
      api.get<SchoolCalendars>(signedIn ? calendarsAt(id) : `/api/public/school-calendars/${id}`, {
        signal,
        quiet: true,
      }),
    gcTime: KEPT_MS,
  });

export type Wish = {
  municipality: number;
  year: number;
  sportsWeek?: number | undefined;
  easterBreak?: EasterBreak | undefined;
};

export const fetchProposal = (
  { municipality, year, sportsWeek, easterBreak }: Wish,
  signal?: AbortSignal,
) =>
  api.get<Proposal>('/api/public/school-year', {
    query: { idMunicipality: municipality, year, sportsWeek, easterBreak },
    quiet: true,
    ...(signal && { signal }),
  });

/** The moment at which a day begins where the reader is. */
const beginOf = (day: string) => new Date(`${day}T00:00:00`);

/** How a school year may look in a municipality. */
export const proposalQuery = (wish: Wish) =>
  queryOptions({
    queryKey: [...schoolKey, 'proposal', wish],
    queryFn: ({ signal }) => fetchProposal(wish, signal),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });

/** What happens in a calendar in a school year. What others change is heard by the calendars' own key (calendar/live.ts). */
export const eventsOfYear = (uuid: string, year: number, signedIn: boolean) =>
  queryOptions({
    queryKey: [...calendarKey, 'events', 'school', uuid, year, signedIn],
    queryFn: async ({ signal }) => {
      const { first, last } = spanOf(year);
      const query = {
        calendar: uuid,
        from: beginOf(first).toISOString(),
        to: beginOf(plusDays(last, 1)).toISOString(),
      };
      const path = signedIn ? '/api/v1/events' : '/api/public/events';
      return (await api.get<Page<ListedEvent>>(path, { query, signal, quiet: true })).content;
    },
    gcTime: KEPT_MS,
  });

/** A school year as it was put in last; null: it was not yet. */
export const yearQuery = (id: number, uuid: string, year: number) =>
  queryOptions({
    queryKey: [...schoolKey, 'year', id, uuid, year],
    queryFn: ({ signal }) =>
      api.get<SchoolYear>(`${calendarsAt(id)}/${encodeURIComponent(uuid)}/${year}`, {
        signal,
        quiet: true,
      }),
    // The form begins with what stands there.
    gcTime: 0,
    staleTime: 0,
    // What is being written does not move by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const putYear = (id: number, draft: SchoolYearDraft, idempotencyKey: string) =>
  api.post<SchoolYear>(calendarsAt(id), draft, { idempotencyKey });
