/** An event as its form has it, and as the server does. Pure. */

import type { GuidePlace } from '@/area/slots.ts';
import { daysFrom, isShown, localDay, plusDays } from '../days.ts';
import { movedRule, type Repeat, repeatOf, ruleOf } from '../repeat.ts';
import type {
  Calendar,
  CalendarEvent,
  EventDraft,
  EventStatus,
  Place,
  Scope,
  Visibility,
} from '../types.ts';
import {
  HOME_ZONE,
  minutesOf,
  momentAt,
  movedBy,
  shifted,
  timeAt,
  type Wall,
  wallOf,
} from '../zone.ts';
import { type EnrollmentForm, enrollmentFormOf, settingsOf } from './enrollmentForm.ts';

export type EventForm = {
  title: string;
  description: string;
  calendarUUID: string;
  allDay: boolean;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  timeZone: string;
  placeName: string;
  placeAddress: string;
  placeLink: string;
  /** What is known of the place as long as it has this name: its position, its page in the guide. */
  placeAt: Place | null;
  links: { url: string; title: string }[];
  visibility: Visibility;
  eventStatus: EventStatus;
  repeat: Repeat;
  exdates: string[];
  /** null: one does not enrol. */
  enrollment: EnrollmentForm | null;
};

/** What somebody asks for who makes a new one. */
export type Wish = {
  date?: string | null;
  /** Minutes since midnight. */
  from?: number | null;
  to?: number | null;
  title?: string | null;
  place?: string | null;
  /** Of what lasts for days, all day. */
  lastDay?: string | null;
  rrule?: string | null;
  type?: string | null;
  isPrivate?: boolean;
  allDay?: boolean;
};

const HOUR = 60;
const LAST_HOUR = 23;
const DAY_MINUTES = 1440;

/** The reader's own zone, where the browser tells. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || HOME_ZONE;

/** A new one: at the next full hour, or as it is asked for. */
export function newForm(wish: Wish, calendar: Calendar | undefined, now: Date): EventForm {
  const date = wish.date ?? localDay(now);
  const nextHour = Math.min(now.getHours() + 1, LAST_HOUR) * HOUR;
  const from = wish.from ?? nextHour;
  const lasts = wish.type === 'reminder' ? 0 : HOUR;
  const allDay = wish.allDay ?? wish.type === 'school-activity';
  const end = movedBy({ date, time: '00:00' }, 0, wish.to ?? from + lasts);
  const { lastDay } = wish;
  return {
    title: wish.title ?? '',
    description: '',
    calendarUUID: calendar?.calendarUUID ?? '',
    allDay,
    startDate: date,
    startTime: timeAt(Math.min(from, DAY_MINUTES - 1)),
    endDate: allDay && lastDay && lastDay > date ? lastDay : end.date,
    endTime: end.time,
    timeZone: ownZone(),
    placeName: wish.place ?? '',
    placeAddress: '',
    placeLink: '',
    placeAt: null,
    links: [],
    visibility: wish.isPrivate
      ? 'PRIVATE'
      : wish.type === 'public'
        ? 'PUBLIC'
        : (calendar?.visibility ?? 'PRIVATE'),
    eventStatus: 'CONFIRMED',
    repeat: repeatOf(wish.rrule ?? null, date, ownZone()),
    exdates: [],
    enrollment: null,
  };
}

const numberOf = (text: string | null) =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
const dayOf = (text: string | null) => (text !== null && isShown(text) ? text : null);

/** What an address asks of a new event: type, private; and what was begun elsewhere. */
export function wishIn(params: URLSearchParams, now: Date): Wish {
  return {
    type: params.get('type'),
    isPrivate: params.get('private') === 'true',
    title: params.get('title'),
    place: params.get('place'),
    date: dayOf(params.get('date')) ?? localDay(now),
    lastDay: dayOf(params.get('lastDay')),
    from: numberOf(params.get('from')),
    to: numberOf(params.get('to')),
    rrule: params.get('rrule'),
    ...(params.get('allDay') === 'true' && { allDay: true }),
  };
}

/** The address's query that asks for what was begun in few fields. */
export function queryOf(form: EventForm): string {
  const { title, placeName, startDate, endDate } = form;
  const rrule = ruleOf(form.repeat, startDate);
  const over = daysFrom(startDate, endDate) * DAY_MINUTES;
  return new URLSearchParams({
    date: startDate,
    calendar: form.calendarUUID,
    ...(title && { title }),
    ...(placeName && { place: placeName }),
    ...(rrule && { rrule }),
    ...(form.allDay
      ? { allDay: 'true', ...(endDate !== startDate && { lastDay: endDate }) }
      : {
          from: String(minutesOf(form.startTime)),
          to: String(over + minutesOf(form.endTime)),
        }),
  }).toString();
}

/** As changed where no last day is shown: it ends on the day on which it begins, at midnight at the latest. */
export function withinADay(form: EventForm, patch: Partial<EventForm>): Partial<EventForm> {
  const { startDate, endTime, allDay } = { ...form, ...patch };
  const atMidnight = !allDay && minutesOf(endTime) === 0;
  return { ...patch, endDate: atMidnight ? plusDays(startDate, 1) : startDate };
}

/** When one of a series begins and ends by the clock of its place; the first one where none is named. */
function wallsOf(event: CalendarEvent, recurrenceId: string | null): [start: Wall, end: Wall] {
  const { timeZone: zone } = event;
  const start = wallOf(event.start, zone);
  const end = wallOf(event.end, zone);
  if (!recurrenceId) return [start, end];
  const at = wallOf(recurrenceId, zone);
  const days = daysFrom(start.date, at.date);
  const minutes = minutesOf(at.time) - minutesOf(start.time);
  return [at, movedBy(end, days, minutes)];
}

/** An event, or one of a series, as its form begins. */
export function formOf(event: CalendarEvent, recurrenceId: string | null = null): EventForm {
  const [start, end] = wallsOf(event, event.rrule ? recurrenceId : null);
  const lasts = event.allDay ? daysFrom(event.startDate ?? '', event.endDate ?? '') : 0;
  return {
    title: event.title,
    description: event.description,
    calendarUUID: event.calendarUUID,
    allDay: event.allDay,
    startDate: start.date,
    startTime: event.allDay ? '09:00' : start.time,
    endDate: event.allDay ? plusDays(start.date, lasts) : end.date,
    endTime: event.allDay ? '10:00' : end.time,
    timeZone: event.timeZone,
    placeName: event.place?.name ?? '',
    placeAddress: event.place?.address ?? '',
    placeLink: event.place?.link ?? '',
    placeAt: event.place,
    links: event.links.map(({ url, title }) => ({ url, title: title ?? '' })),
    visibility: event.visibility,
    eventStatus: event.eventStatus,
    repeat: repeatOf(event.rrule, wallOf(event.start, event.timeZone).date, event.timeZone),
    exdates: event.exdates,
    enrollment: enrollmentFormOf(event, event.rrule ? recurrenceId : null),
  };
}

/** A place of the guide in the place of what was written. */
export const placedAt = ({ address, ...place }: GuidePlace): Partial<EventForm> => ({
  placeName: place.name,
  placeAddress: address ?? '',
  placeAt: { ...place, ...(address && { address }) },
});

/** The place of the guide that an event's page leads to. */
export function linkedPlace({ placeAt, placeName }: EventForm): Place | null {
  return placeAt?.idInfopoint !== undefined && placeAt.name === placeName.trim() ? placeAt : null;
}

const unlessEmpty = (text: string) => text.trim() || null;

/** What a form says of place and texts; what it has no fields for stays as it was. */
function wordsOf(form: EventForm, old: CalendarEvent | undefined): Partial<EventDraft> {
  const name = form.placeName.trim();
  // The same place keeps its position and its page.
  const known = form.placeAt?.name === name ? form.placeAt : null;
  const place = {
    ...known,
    name,
    address: unlessEmpty(form.placeAddress),
    link: unlessEmpty(form.placeLink),
  };
  return {
    description: form.description,
    visibility: form.visibility,
    eventStatus: form.eventStatus,
    place: name ? place : null,
    links: form.links
      .filter(({ url }) => url.trim())
      .map(({ url, title }) => ({ url: url.trim(), title: unlessEmpty(title) })),
    coverImage: old?.coverImage ?? null,
    coverAlt: old?.coverAlt ?? null,
  };
}

type Series = { old: CalendarEvent; recurrenceId: string | null; scope: Scope };

/** How far a form has moved what it began with, by the clock. */
function movedFrom(form: EventForm, began: EventForm) {
  const days = daysFrom(began.startDate, form.startDate);
  const sameKind = form.allDay === began.allDay && !form.allDay;
  const minutes = sameKind ? minutesOf(form.startTime) - minutesOf(began.startTime) : 0;
  return { days, minutes };
}

/**
 * What is sent. For all of a series, the first one is moved as far as the one that was edited; a rule that was not touched and
 * the exceptions move along.
 */
export function draftOf(form: EventForm, series?: Series): EventDraft {
  const { old, recurrenceId = null, scope = 'all' } = series ?? {};
  const began = old && formOf(old, recurrenceId);
  const { days, minutes } = began ? movedFrom(form, began) : { days: 0, minutes: 0 };
  const first = old ? wallOf(old.start, old.timeZone).date : form.startDate;
  const whole = scope === 'all' && recurrenceId !== null;
  const startDate = whole ? plusDays(first, days) : form.startDate;
  const endDate = whole
    ? plusDays(startDate, daysFrom(form.startDate, form.endDate))
    : form.endDate;
  const rule = ruleOf(form.repeat, startDate);
  const untouched = began && ruleOf(began.repeat, first) === ruleOf(form.repeat, first);
  const rrule = untouched ? movedRule(old?.rrule ?? null, first, days, form.timeZone) : rule;
  // A series has its first one's deadline.
  const off = whole && began && old ? movedFrom(began, formOf(old)) : { days: 0, minutes: 0 };
  const same = JSON.stringify(began?.enrollment ?? null) === JSON.stringify(form.enrollment);
  const times = form.allDay
    ? { startDate, endDate }
    : {
        start: momentAt({ date: startDate, time: form.startTime }, form.timeZone),
        end: momentAt({ date: endDate, time: form.endTime }, form.timeZone),
      };
  return {
    ...wordsOf(form, old),
    calendarUUID: form.calendarUUID,
    title: form.title.trim(),
    allDay: form.allDay,
    timeZone: form.timeZone,
    ...times,
    rrule: scope === 'this' && recurrenceId ? null : rrule,
    exdates: form.exdates.map((one) => shifted(one, form.timeZone, days, minutes)),
    version: old?.version ?? null,
    // What is not said stays as it is, with who has enrolled.
    ...(!same && { enrollment: settingsOf(form.enrollment, form.timeZone, off.days, off.minutes) }),
  };
}

/** The same event so many days and minutes later; `stretch`: so many minutes longer. */
export function movedForm(
  form: EventForm,
  { days = 0, minutes = 0, stretch = 0 }: { days?: number; minutes?: number; stretch?: number },
): EventForm {
  const start = movedBy({ date: form.startDate, time: form.startTime }, days, minutes);
  const end = movedBy({ date: form.endDate, time: form.endTime }, days, minutes + stretch);
  if (form.allDay) return { ...form, startDate: start.date, endDate: end.date };
  return {
    ...form,
    startDate: start.date,
    startTime: start.time,
    endDate: end.date,
    endTime: end.time,
  };
}

/** Where the server's fields are in the form. */
const FIELDS: Record<string, string> = {
  start: 'startDate',
  end: 'endDate',
  'place.name': 'placeName',
  'place.address': 'placeAddress',
  'place.link': 'placeLink',
  rrule: 'repeat',
};
/** All answers to choose from are one field. */
const OPTION = /^(enrollment\.questions\[\d+\]\.options)\[\d+\]$/;
export const fieldOf = (field: string): string => FIELDS[field] ?? OPTION.exec(field)?.[1] ?? field;
