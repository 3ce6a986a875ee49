/** When one is reminded of events. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '@/api/client.ts';
import type { components } from '@/api/schema.gen.ts';
import { calendarKey } from '../api.ts';

type Schemas = components['schemas'];
export type EventReminders = Required<Schemas['EventReminders']>;
export type UsualReminders = Required<Schemas['UsualReminders']>;
/** As usual, in one's own way for an event, or not at all. */
export type Kind = 'usual' | 'custom' | 'none';

/** The latest first, as one thinks of them. */
export const TIMES = [
  'reminderAtStart',
  'reminder5Min',
  'reminder15Min',
  'reminder30Min',
  'reminder1Hour',
  'reminder2Hours',
  'reminder1Day',
  'reminder1Week',
] as const satisfies readonly (keyof UsualReminders)[];

export const noTimes: UsualReminders = {
  reminderAtStart: false,
  reminder5Min: false,
  reminder15Min: false,
  reminder30Min: false,
  reminder1Hour: false,
  reminder2Hours: false,
  reminder1Day: false,
  reminder1Week: false,
};

export const kindOf = ({ remindersDisabled, useCustomReminders }: EventReminders): Kind =>
  remindersDisabled ? 'none' : useCustomReminders ? 'custom' : 'usual';

/** All of it, as another kind. As usual is all false; one's own begin with what is usual. */
export function asKind(kind: Kind, held: EventReminders, usual: UsualReminders): EventReminders {
  const off = { useCustomReminders: false, remindersDisabled: false };
  if (kind === 'usual') return { ...noTimes, ...off };
  if (kind === 'none') return { ...held, ...off, remindersDisabled: true };
  const times = TIMES.some((time) => held[time]) ? held : usual;
  return { ...noTimes, ...pickTimes(times), ...off, useCustomReminders: true };
}

const pickTimes = (from: UsualReminders) =>
  Object.fromEntries(TIMES.map((time) => [time, from[time]])) as UsualReminders;

const USUAL = '/api/v1/me/reminders';
const at = (eventUUID: string) => `/api/v1/event/${encodeURIComponent(eventUUID)}/reminders`;

export const usualQuery = queryOptions({
  queryKey: [...calendarKey, 'usualReminders'],
  queryFn: ({ signal }) => api.get<UsualReminders>(USUAL, { signal, quiet: true }),
});

export const remindersQuery = (eventUUID: string) =>
  queryOptions({
    queryKey: [...calendarKey, 'reminders', eventUUID],
    queryFn: ({ signal }) => api.get<EventReminders>(at(eventUUID), { signal, quiet: true }),
  });

export const reminderCalls = {
  setUsual: (all: UsualReminders) => api.put<UsualReminders>(USUAL, all),
  set: (eventUUID: string, all: EventReminders) => api.put<EventReminders>(at(eventUUID), all),
};
