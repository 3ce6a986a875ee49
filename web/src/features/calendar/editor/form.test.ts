import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '../types.ts';
import { checked } from './checks.ts';
import { blankEnrollment, blankQuestion, stepped } from './enrollmentForm.ts';
import {
  draftOf,
  type EventForm,
  fieldOf,
  formOf,
  linkedPlace,
  movedForm,
  newForm,
  placedAt,
  withinADay,
} from './form.ts';

/** What others have set at an event: of no account here. */
const signs = {
  bookmarkCount: 0,
  shareCount: 0,
  uniqueSharers: 0,
  nrLikes: 0,
  nrAttending: 0,
  isBookmarked: false,
  liked: false,
  attending: false,
  reactions: [],
  savedFrom: null,
  promoted: false,
  enrollment: null,
};
const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...signs,
  idCalendarEvent: 7,
  id: 7,
  eventUUID: 'u',
  idCalendar: 1,
  calendarUUID: 'k',
  title: 'Träning',
  description: 'Ta med boll',
  start: '2026-10-20T16:00:00.000Z',
  end: '2026-10-20T17:30:00.000Z',
  allDay: false,
  startDate: null,
  endDate: null,
  timeZone: 'Europe/Stockholm',
  visibility: 'PUBLIC',
  eventStatus: 'CONFIRMED',
  rrule: null,
  exdates: [],
  place: { name: 'Hallen', latitude: 59, longitude: 18 },
  coverImage: '/img/1',
  coverAlt: 'En boll',
  links: [{ url: 'https://exempel.se', title: 'Mer' }],
  idSeries: null,
  recurrenceId: null,
  created: '2026-01-01T00:00:00.000Z',
  updated: '2026-01-01T00:00:00.000Z',
  version: 3,
  abilities: ['WRITE', 'MANAGE'],
  ...more,
});
const weekly = (more: Partial<CalendarEvent> = {}) =>
  event({ rrule: 'FREQ=WEEKLY;BYDAY=TU', ...more });
/** Two weeks later, in winter time: 18:00 by the clock as well. */
const THIRD = '2026-11-03T17:00:00.000Z';

describe('what is sent', () => {
  it('is what came, where nothing was changed', () => {
    const old = event();
    expect(draftOf(formOf(old), { old, recurrenceId: null, scope: 'all' })).toMatchObject({
      title: 'Träning',
      description: 'Ta med boll',
      start: old.start,
      end: old.end,
      place: { name: 'Hallen', latitude: 59, longitude: 18 },
      coverImage: '/img/1',
      coverAlt: 'En boll',
      links: [{ url: 'https://exempel.se', title: 'Mer' }],
      rrule: null,
      version: 3,
    });
  });

  it('forgets the coordinates of another place', () => {
    const old = event();
    const form = { ...formOf(old), placeName: 'Parken' };
    expect(draftOf(form, { old, recurrenceId: null, scope: 'all' }).place).toEqual({
      name: 'Parken',
      address: null,
      link: null,
    });
  });

  it('is a place of the guide as it was chosen, until its name is another or its page is not wanted', () => {
    const park = { idInfopoint: 12, name: 'Parken', latitude: 58.4, longitude: 15.6 };
    const old = event();
    const place = (patch: Partial<EventForm>) =>
      draftOf({ ...formOf(old), ...patch }, { old, recurrenceId: null, scope: 'all' }).place;
    const chosen = placedAt({ ...park, address: 'Parkgatan 1' });
    expect(place(chosen)).toEqual({ ...park, address: 'Parkgatan 1', link: null });
    expect(linkedPlace({ ...formOf(old), ...chosen })?.idInfopoint).toBe(12);
    const elsewhere = { name: 'Parken, vid scenen', address: 'Parkgatan 1', link: null };
    expect(place({ ...chosen, placeName: 'Parken, vid scenen' })).toEqual(elsewhere);
    const unlinked = { ...chosen, placeAt: { name: 'Parken' } };
    expect(place(unlinked)).toEqual({ name: 'Parken', address: 'Parkgatan 1', link: null });
    expect(linkedPlace({ ...formOf(old), ...unlinked })).toBeNull();
    // Edited again, it is still that place.
    const later = event({ place: { ...park, address: 'Parkgatan 1' } });
    expect(draftOf(formOf(later), { old: later, recurrenceId: null, scope: 'all' }).place).toEqual({
      ...park,
      address: 'Parkgatan 1',
      link: null,
    });
  });

  it('of one of a series is at its own time, without a rule', () => {
    const old = weekly();
    const form = { ...formOf(old, THIRD), startTime: '19:00', endTime: '20:30' };
    expect(form.startDate).toBe('2026-11-03');
    expect(draftOf(form, { old, recurrenceId: THIRD, scope: 'this' })).toMatchObject({
      start: '2026-11-03T18:00:00.000Z',
      end: '2026-11-03T19:30:00.000Z',
      rrule: null,
    });
  });

  it('of all moves the first one as far, with rule and exceptions', () => {
    const old = weekly({ exdates: ['2026-10-27T17:00:00.000Z'] });
    const form = movedForm(formOf(old, THIRD), { days: 1, minutes: 30 });
    expect(form).toMatchObject({ startDate: '2026-11-04', startTime: '18:30', endTime: '20:00' });
    expect(draftOf(form, { old, recurrenceId: THIRD, scope: 'all' })).toMatchObject({
      start: '2026-10-21T16:30:00.000Z',
      end: '2026-10-21T18:00:00.000Z',
      rrule: 'FREQ=WEEKLY;BYDAY=WE',
      exdates: ['2026-10-28T17:30:00.000Z'],
    });
  });

  it('of this and those after it begins where it was moved to', () => {
    const old = weekly();
    const form = movedForm(formOf(old, THIRD), { days: 2 });
    expect(draftOf(form, { old, recurrenceId: THIRD, scope: 'future' })).toMatchObject({
      start: '2026-11-05T17:00:00.000Z',
      rrule: 'FREQ=WEEKLY;BYDAY=TH',
    });
  });

  it('lasts all day by dates', () => {
    const old = event({
      allDay: true,
      startDate: '2026-12-21',
      endDate: '2026-12-23',
      start: '2026-12-20T23:00:00.000Z',
      end: '2026-12-23T23:00:00.000Z',
    });
    const moved = movedForm(formOf(old), { days: 7 });
    const draft = draftOf(moved, { old, recurrenceId: null, scope: 'all' });
    expect(draft).toMatchObject({ allDay: true, startDate: '2026-12-28', endDate: '2026-12-30' });
    expect(draft.start).toBeUndefined();
  });
});

describe('enrolment', () => {
  const settings = {
    capacity: 12,
    deadline: '2026-10-19T10:00:00.000Z',
    requiresApproval: true,
    waitlistMode: null,
    maxGuests: 2,
    questions: [
      {
        id: 'a',
        text: 'Kost',
        kind: 'CHOICE' as const,
        options: ['Allt', 'Vegan'],
        required: true,
      },
    ],
  };
  const enrolling = (more: Partial<CalendarEvent> = {}) =>
    event({ ...more, enrollment: settings as unknown as CalendarEvent['enrollment'] });

  it('is not spoken of where it was not touched', () => {
    for (const old of [event(), enrolling()]) {
      expect(draftOf(formOf(old), { old, recurrenceId: null, scope: 'all' })).not.toHaveProperty(
        'enrollment',
      );
    }
  });

  it('is said whole where it was', () => {
    const old = event();
    const form = { ...formOf(old), enrollment: formOf(enrolling()).enrollment };
    expect(draftOf(form, { old, recurrenceId: null, scope: 'all' }).enrollment).toEqual(settings);
  });

  it('ends where nobody shall enrol any more', () => {
    const old = enrolling();
    const form = { ...formOf(old), enrollment: null };
    expect(draftOf(form, { old, recurrenceId: null, scope: 'all' }).enrollment).toBeNull();
  });

  it('of one of a series closes as long before it as of the first', () => {
    const old = enrolling({ rrule: 'FREQ=WEEKLY;BYDAY=TU' });
    const form = formOf(old, THIRD);
    // The day before at noon, by the clock, also in winter time.
    expect(form.enrollment).toMatchObject({ deadlineDate: '2026-11-02', deadlineTime: '12:00' });
    const enrollment = form.enrollment && { ...form.enrollment, capacity: '13' };
    const sent = (scope: 'this' | 'all') =>
      draftOf({ ...form, enrollment }, { old, recurrenceId: THIRD, scope }).enrollment?.deadline;
    expect(sent('all')).toBe('2026-10-19T10:00:00.000Z');
    expect(sent('this')).toBe('2026-11-02T11:00:00.000Z');
  });

  it('says what is wrong at its fields', () => {
    const form = {
      ...formOf(event()),
      enrollment: {
        ...blankEnrollment,
        capacity: '0',
        deadlineTime: 'tolv',
        questions: [
          blankQuestion('a'),
          { ...blankQuestion('b'), text: 'Kost', kind: 'CHOICE' as const, options: 'Allt\nAllt' },
        ],
      },
    };
    const typed = { startDate: form.startDate, endDate: form.endDate };
    expect(Object.keys(checked(form, { ...typed, deadline: 'snart' })).sort()).toEqual([
      'enrollment.capacity',
      'enrollment.deadline',
      'enrollment.deadlineTime',
      'enrollment.questions[0].text',
      'enrollment.questions[1].options',
    ]);
    expect(checked({ ...form, enrollment: blankEnrollment }, typed)).toEqual({});
  });

  it('finds the server’s fields in the form', () => {
    expect(fieldOf('enrollment.questions[2].options[1]')).toBe('enrollment.questions[2].options');
    expect(fieldOf('enrollment.capacity')).toBe('enrollment.capacity');
  });

  it('asks its questions in the order that one gives them', () => {
    expect(stepped(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(stepped(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
    expect(stepped(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
    expect(stepped(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
  });
});

describe('a new one', () => {
  const now = new Date('2026-11-23T14:20:00');
  it('begins with the next hour, and lasts one', () => {
    expect(newForm({}, undefined, now)).toMatchObject({
      startDate: '2026-11-23',
      startTime: '15:00',
      endTime: '16:00',
      visibility: 'PRIVATE',
    });
  });

  it('is where it was asked for, over midnight as well', () => {
    expect(newForm({ date: '2026-12-31', from: 1380, to: 1470 }, undefined, now)).toMatchObject({
      startDate: '2026-12-31',
      startTime: '23:00',
      endDate: '2027-01-01',
      endTime: '00:30',
    });
    expect(newForm({ type: 'public' }, undefined, now).visibility).toBe('PUBLIC');
    expect(newForm({ type: 'reminder' }, undefined, now)).toMatchObject({ endTime: '15:00' });
  });
});

describe('what is made in a few words ends on its own day', () => {
  const late = newForm({ date: '2027-09-15' }, undefined, new Date(2027, 8, 14, 23, 40));

  it('begins late in the evening, until midnight, and stays within its day once it is given times', () => {
    expect(late).toMatchObject({ startTime: '23:00', endDate: '2027-09-16', endTime: '00:00' });
    let form = { ...late, ...withinADay(late, { startTime: '09:00' }) };
    form = { ...form, ...withinADay(form, { endTime: '11:30' }) };
    expect(form).toMatchObject({
      startDate: '2027-09-15',
      endDate: '2027-09-15',
      endTime: '11:30',
    });
  });

  it('is moved to an earlier day as a whole', () => {
    const noon = newForm({ date: '2027-09-15', from: 720 }, undefined, new Date(2027, 8, 14));
    const patch = withinADay(noon, { startDate: '2027-09-10' });
    expect(patch).toEqual({ startDate: '2027-09-10', endDate: '2027-09-10' });
    expect(withinADay(late, { startDate: '2027-09-10' }).endDate).toBe('2027-09-11');
    expect(withinADay(late, { allDay: true }).endDate).toBe('2027-09-15');
  });
});
