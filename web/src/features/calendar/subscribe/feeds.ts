/** Calendars for other programs, and files of theirs. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import { calendarKey } from '../api.ts';

type Schemas = components['schemas'];
export type ImportedEvents = Schemas['ImportedEvents'];
export type Skipped = Schemas['Skipped'];

const MINE = '/api/v1/me/ics';
/** Whose calendars everybody may read who has the address. */
const OPEN = ['PUBLIC', 'UNLISTED'];

/** Where all that I see is read; made when I first ask. */
export const feedQuery = queryOptions({
  queryKey: [...calendarKey, 'ics'],
  queryFn: ({ signal }) => api.get<Schemas['FeedView']>(MINE, { signal, quiet: true }),
});

export const feedCalls = {
  /** The old address ends at once. */
  renew: () => api.post<Schemas['FeedView']>(`${MINE}/renew`),
  /** Whether my reminders go out with my events. */
  setReminders: (reminders: boolean) => api.put<Schemas['FeedView']>(MINE, { reminders }),
  import: (calendarUUID: string, file: Blob) =>
    api.post<ImportedEvents>(
      `/api/v1/calendars/${encodeURIComponent(calendarUUID)}/import`,
      new Blob([file], { type: 'text/calendar' }),
    ),
};

export const isOpen = ({ visibility }: { visibility: string }): boolean =>
  OPEN.includes(visibility);

export const addressOf = (calendarUUID: string): string =>
  `${window.location.origin}/ics/calendar/${encodeURIComponent(calendarUUID)}.ics`;

/** The same for programs that subscribe when they are given it. */
export const webcal = (address: string): string => address.replace(/^https?:/, 'webcal:');
