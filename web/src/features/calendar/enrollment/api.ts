import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import type { Page } from '@/api/types.ts';
import { calendarKey } from '../api.ts';
import type { ListedEvent } from '../types.ts';

type Schemas = components['schemas'];
export type Enrollment = Required<Schemas['Enrollment']>;
export type EnrolledPerson = Required<Schemas['EnrolledPerson']>;
export type EnrollmentStatus = Schemas['EnrollmentStatus'];
export type CheckedIn = Schemas['CheckedIn'];
export type Invitees = Schemas['Invitees'];
export type Invited = Schemas['Invited'];
export type Verb = 'approve' | 'reject' | 'promote' | 'checkin' | 'noshow' | 'undo' | 'remove';

const MOST = 100;
const DAY_MS = 86_400_000;
/** How far ahead one of a series is looked for. */
const AHEAD_DAYS = 180;

const at = (eventUUID: string, what: string) =>
  `/api/v1/event/${encodeURIComponent(eventUUID)}/${what}`;

/** An event, and which of its series. */
export type Occurrence = { eventUUID: string; recurrenceId: string | null };
export type Answer = { guests: number; answers: Record<string, string> };
/** `idUser`: somebody else, by who runs the event. */
export type Enrolling = Answer & { idUser?: number };

const which = ({ recurrenceId }: Occurrence) => ({
  query: { recurrenceId: recurrenceId ?? undefined },
});

/** Every list of its people lies below it. */
export const enrolledKey = (of: Occurrence) =>
  [...calendarKey, 'enrolled', of.eventUUID, of.recurrenceId] as const;

/** Everybody who has to do with it, or those of a status, for who runs it. */
export const enrolledQuery = (of: Occurrence, status: EnrollmentStatus | null) =>
  infiniteQueryOptions({
    queryKey: [...enrolledKey(of), status],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<EnrolledPerson>>(at(of.eventUUID, 'enrollments'), {
        query: {
          ...which(of).query,
          status: status ?? undefined,
          after: pageParam ?? undefined,
          limit: MOST,
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? last.content.at(-1)?.idUser : undefined),
  });

/** Its people as a table. */
export const tablePath = (of: Occurrence) =>
  at(of.eventUUID, 'enrollments.csv') +
  (of.recurrenceId ? `?recurrenceId=${encodeURIComponent(of.recurrenceId)}` : '');

/** What my ticket says; 404: I have no place. */
export const ticketQuery = (of: Occurrence) =>
  queryOptions({
    queryKey: [...calendarKey, 'ticket', of.eventUUID, of.recurrenceId],
    queryFn: async ({ signal }) =>
      (
        await api.get<Schemas['Ticket']>(at(of.eventUUID, 'enrollment/ticket'), {
          ...which(of),
          signal,
          quiet: true,
        })
      ).code,
    // At the door there may be no network.
    staleTime: DAY_MS,
    gcTime: DAY_MS,
  });

/** The coming ones of a series. */
export const comingQuery = (
  { calendarUUID, eventUUID }: { calendarUUID: string; eventUUID: string },
  signedIn: boolean,
) =>
  queryOptions({
    queryKey: [...calendarKey, 'coming', eventUUID, signedIn],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const query = {
        calendar: calendarUUID,
        from: new Date(now).toISOString(),
        to: new Date(now + AHEAD_DAYS * DAY_MS).toISOString(),
      };
      const path = `/api/${signedIn ? 'v1' : 'public'}/events`;
      const { content } = await api.get<Page<ListedEvent>>(path, { query, signal, quiet: true });
      return content.filter((one) => one.eventUUID === eventUUID);
    },
  });

export const enrollmentCalls = {
  enrol: (of: Occurrence, answer: Enrolling, idempotencyKey: string) =>
    api.post<Enrollment>(at(of.eventUUID, 'enrollment'), answer, {
      ...which(of),
      idempotencyKey,
    }),
  change: (of: Occurrence, answer: Answer) =>
    api.put<Enrollment>(at(of.eventUUID, 'enrollment'), answer, which(of)),
  cancel: (of: Occurrence) => api.delete<Enrollment>(at(of.eventUUID, 'enrollment'), which(of)),
  decline: (of: Occurrence) =>
    api.post<Enrollment>(at(of.eventUUID, 'enrollment/decline'), undefined, which(of)),
  acceptOffer: (of: Occurrence) =>
    api.post<Enrollment>(at(of.eventUUID, 'waitlist/accept'), undefined, which(of)),
  declineOffer: (of: Occurrence) =>
    api.post<Enrollment>(at(of.eventUUID, 'waitlist/decline'), undefined, which(of)),
  judge: (of: Occurrence, idUser: number, verb: Verb) =>
    api.post<EnrolledPerson>(
      at(of.eventUUID, `enrollments/${idUser}/${verb}`),
      undefined,
      which(of),
    ),
  /** At most 200. Done again nothing changes. */
  checkIn: async (of: Occurrence, rows: { idUser: number; at: string }[]) =>
    (
      await api.post<Page<CheckedIn>>(
        at(of.eventUUID, 'enrollments/checkin'),
        { rows },
        { ...which(of), quiet: true },
      )
    ).content,
  /** By what a ticket says. */
  checkInTicket: async (of: Occurrence, code: string) =>
    (await api.post<Page<CheckedIn>>(at(of.eventUUID, 'enrollments/checkin'), { code }, which(of)))
      .content[0],
  invite: (of: Occurrence, people: Invitees) =>
    api.post<Invited>(at(of.eventUUID, 'invitations'), people, which(of)),
};
