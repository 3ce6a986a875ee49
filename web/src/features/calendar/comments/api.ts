/** Where the comments of an event are. What is said there is asked for, written and followed as any thread of chat. */
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import { calendarKey } from '../api.ts';

type EventComments = components['schemas']['EventComments'];

const at = (eventUUID: string) => `/api/v1/event/${encodeURIComponent(eventUUID)}/comments`;

export const commentsKey = (eventUUID: string) => [...calendarKey, 'comments', eventUUID] as const;

export const askComments = (eventUUID: string, signal: AbortSignal) =>
  api.get<EventComments>(at(eventUUID), { signal, quiet: true });

/** Before the first is written. */
export const beginComments = (eventUUID: string) => api.put<EventComments>(at(eventUUID), {});
