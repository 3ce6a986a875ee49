/** Where the comments of an event are. What is said there is asked for, written and followed as any thread of chat. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import { calendarKey } from '../api.ts';

export type EventComments = components['schemas']['EventComments'];

const at = (eventUUID: string) => `/api/v1/event/${encodeURIComponent(eventUUID)}/comments`;

export const commentsQuery = (eventUUID: string) =>
  queryOptions({
    queryKey: [...calendarKey, 'comments', eventUUID],
    queryFn: ({ signal }) => api.get<EventComments>(at(eventUUID), { signal, quiet: true }),
  });

/** Before the first is written. */
export const beginComments = (eventUUID: string) => api.put<EventComments>(at(eventUUID), {});
