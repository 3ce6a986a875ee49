import { beforeEach, describe, expect, it } from 'vitest';
import type { EnrolledPerson } from './api.ts';
import { batchesOf, parseTicked, type Ticked, tick, ticked, tickedOf, untick } from './checkins.ts';
import { foundIn, seenAs } from './people.ts';
import { isNews, type SeatsEvent, withSeats } from './seats.ts';

const came = (idUser: number, more: Partial<Ticked> = {}): Ticked => ({
  eventUUID: 'e',
  recurrenceId: null,
  idUser,
  name: `n${idUser}`,
  at: '2026-11-23T17:00:00.000Z',
  ...more,
});
const person = (idUser: number, more: Partial<EnrolledPerson> = {}): EnrolledPerson => ({
  idEnrollment: idUser,
  idUser,
  displayName: `Person ${idUser}`,
  userName: `p${idUser}`,
  profileImage: null,
  status: 'CONFIRMED',
  guests: 0,
  answers: {},
  waitlistPosition: null,
  offerExpires: null,
  created: '2026-11-01T00:00:00.000Z',
  checkedInAt: null,
  ...more,
});

describe('who was ticked off', () => {
  beforeEach(() => {
    untick(ticked());
    localStorage.clear();
  });

  it('is kept on the device, once, as they came first', () => {
    tick(came(1));
    tick(came(1, { at: '2026-11-23T18:00:00.000Z' }));
    tick(came(1, { recurrenceId: '2026-11-24T17:00:00.000Z' }));
    expect(ticked().map(({ at, recurrenceId }) => [at, recurrenceId])).toEqual([
      ['2026-11-23T17:00:00.000Z', null],
      ['2026-11-23T17:00:00.000Z', '2026-11-24T17:00:00.000Z'],
    ]);
    // What a reload finds.
    const kept = Object.entries(localStorage).find(([key]) => key.endsWith('checkins'));
    expect(parseTicked(kept?.[1] ?? null)).toEqual(ticked());
    untick([came(1)]);
    expect(ticked()).toHaveLength(1);
  });

  it('reads nothing from what is none', () => {
    for (const text of [null, '', '{', '7', '[{"idUser":"1"}]', '[null]']) {
      expect(parseTicked(text)).toEqual([]);
    }
  });

  it('is sent by occurrence, at most 200 at once', () => {
    const many = Array.from({ length: 450 }, (_, n) => came(n));
    const other = came(1, { eventUUID: 'f' });
    const sizes = batchesOf([...many, other]).map((batch) => batch.length);
    expect(sizes.sort((a, b) => a - b)).toEqual([1, 50, 200, 200]);
    expect(tickedOf([...many, other], other)).toEqual([other]);
  });

  it('has come, before the server knows', () => {
    const people = [person(1), person(2), person(3, { status: 'CANCELLED' })];
    const seen = seenAs(people, [came(1), came(3)]);
    expect(seen.map(({ status, isWaiting }) => [status, isWaiting])).toEqual([
      ['ATTENDED', true],
      ['CONFIRMED', false],
      ['CANCELLED', false],
    ]);
  });
});

describe('who is looked for', () => {
  const people = [
    person(1, { displayName: 'Åsa Öberg-Lind', userName: 'asa-oberg' }),
    person(2, { displayName: 'Anna Larsson', userName: 'anna' }),
  ];
  it.each([
    ['', [1, 2]],
    ['asa', [1]],
    ['lind å', [1]],
    ['l', [1, 2]],
    ['arsson', []],
  ])('%j', (typed, found) => {
    expect(foundIn(people, typed).map(({ idUser }) => idUser)).toEqual(found);
  });
});

describe('places that are told', () => {
  const told = (more: Partial<SeatsEvent> = {}): SeatsEvent => ({
    type: 'EVENT_SEATS',
    idCalendarEvent: 7,
    recurrenceId: null,
    taken: 2,
    seatsLeft: 0,
    waiting: 1,
    version: 5,
    ...more,
  });

  it('hold when they are newer and of the one that is shown', () => {
    expect(isNews(told(), null, 4)).toBe(true);
    expect(isNews(told(), null, 5)).toBe(false);
    const one = told({ recurrenceId: '2026-11-24T17:00:00.000Z' });
    expect(isNews(one, '2026-11-24T18:00:00+01:00', 4)).toBe(true);
    expect(isNews(one, null, 4)).toBe(false);
    expect(isNews(told(), '2026-11-24T17:00:00.000Z', 4)).toBe(false);
  });

  it('stand in the event; what I am to it stays', () => {
    const enrollment = { taken: 1, waiting: 0, seatsLeft: 1, myEnrollmentStatus: 'CONFIRMED' };
    const event = { title: 't', enrollment } as unknown as Parameters<typeof withSeats>[0];
    expect(withSeats(event, told()).enrollment).toMatchObject({
      taken: 2,
      waiting: 1,
      seatsLeft: 0,
      myEnrollmentStatus: 'CONFIRMED',
    });
  });
});
