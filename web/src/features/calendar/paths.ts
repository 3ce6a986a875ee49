import type { View } from './days.ts';

export const CALENDAR = '/kalender';
export const BOOKMARKS = '/kalender/bokmarken';
/** What organisations show to everybody, and what one can do with events. */
export const EVENTS = '/event';

export const calendarPath = (view: View, date: string) => `${CALENDAR}?view=${view}&date=${date}`;

const which = (recurrenceId?: string | null) =>
  recurrenceId ? `?recurrenceId=${encodeURIComponent(recurrenceId)}` : '';

/** An event's own page; of a series, one of it. */
export const eventPath = (eventUUID: string, recurrenceId?: string | null) =>
  `/event/${encodeURIComponent(eventUUID)}${which(recurrenceId)}`;

/** In whose name it is edited: `me`, or an organisation's slug. */
export const editPath = (eventUUID: string, context: string, recurrenceId?: string | null) =>
  `/editevent/${encodeURIComponent(eventUUID)}/${encodeURIComponent(context)}${which(recurrenceId)}`;

export const newEventPath = (context: string, query = '') =>
  `/editevent/new/${encodeURIComponent(context)}${query && `?${query}`}`;

/** The context of paths for one's own. */
export const ME = 'me';
