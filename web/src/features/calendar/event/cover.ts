/** The picture over an event. */
import { api } from '@/api/client.ts';
import type { CalendarEvent } from '../types.ts';

const at = ({ eventUUID }: CalendarEvent) => `/api/v1/event/${encodeURIComponent(eventUUID)}/cover`;

export function setCover(event: CalendarEvent, file: File) {
  const body = new FormData();
  body.set('image', file);
  return api.put<CalendarEvent>(at(event), body);
}

export const removeCover = (event: CalendarEvent) => api.delete<CalendarEvent>(at(event));

/** A copy of about that width; what is no picture of this installation is not asked for. */
export const coverAt = (path: string | null, width: number) =>
  path?.startsWith('/img/') ? `${path}${path.includes('?') ? '&' : '?'}w=${width}` : null;
