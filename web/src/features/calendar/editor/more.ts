/** What the editor keeps behind 'Fler val', for most events say nothing there. Pure. */

import type { Calendar } from '../types.ts';
import { type EventForm, linkedPlace, ownZone } from './form.ts';

/** In the order in which they stand. */
export const MORE = [
  'repeat',
  'timeZone',
  'placeAddress',
  'placeLink',
  'links',
  'enrollment',
  'visibility',
  'eventStatus',
] as const;
export type More = (typeof MORE)[number];

/** Whether a field stands there, by the name under which it is found wrong: 'links[0].url'. */
export const isMore = (name: string): boolean =>
  MORE.some((one) => name === one || name.startsWith(`${one}.`) || name.startsWith(`${one}[`));

/** Which of them say something: what an event has of its own, and not from its calendar or its writer's clock. */
export function saidMore(form: EventForm, calendar: Calendar | undefined): More[] {
  const said: Record<More, boolean> = {
    repeat: form.repeat.freq !== 'NONE',
    timeZone: form.timeZone !== ownZone(),
    // That of a place of the guide stands with the place.
    placeAddress: form.placeAddress !== (linkedPlace(form)?.address ?? ''),
    placeLink: form.placeLink !== '',
    links: form.links.length > 0,
    enrollment: form.enrollment !== null,
    visibility: calendar !== undefined && form.visibility !== calendar.visibility,
    eventStatus: form.eventStatus !== 'CONFIRMED',
  };
  return MORE.filter((one) => said[one]);
}
