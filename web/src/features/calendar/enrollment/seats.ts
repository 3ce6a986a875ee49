/** What is told of an event's places while it is looked at. Pure. */
import type { components } from '@/api/schema.gen.ts';
import type { CalendarEvent } from '../types.ts';

export type SeatsEvent = components['schemas']['EventSeats'];
export const seatsTopic = (idCalendarEvent: number) => `/topic/event/${idCalendarEvent}`;

const sameMoment = (a: string | null | undefined, b: string | null | undefined) =>
  (a ? Date.parse(a) : null) === (b ? Date.parse(b) : null);

/** Whether it is told of this one of a series, and is newer than what was told last. */
export const isNews = (told: SeatsEvent, recurrenceId: string | null, heard: number): boolean =>
  told.version > heard && sameMoment(told.recurrenceId, recurrenceId);

/** The event with its places as they are told; what I am to it is not told. */
export function withSeats(event: CalendarEvent, told: SeatsEvent): CalendarEvent {
  const { enrollment } = event;
  if (!enrollment) return event;
  const { taken, waiting, seatsLeft = null } = told;
  return { ...event, enrollment: { ...enrollment, taken, waiting, seatsLeft } };
}
