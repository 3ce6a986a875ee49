import { describe, expect, it } from 'vitest';
import { offersOf, verbsOf } from './offers.ts';

const facts = {
  myEnrollmentStatus: 'NONE' as const,
  closed: false,
  seatsLeft: 3 as number | null,
  waiting: 0,
  waitlistMode: 'OFFER' as const,
  maxGuests: 0,
  questions: [],
};

describe('what is offered', () => {
  it.each([
    ['a place', {}, ['enrol']],
    ['a place where there is no limit', { seatsLeft: null }, ['enrol']],
    ['the queue when it is full', { seatsLeft: 0 }, ['join']],
    ['the queue while anybody waits', { waiting: 1 }, ['join']],
    ['nothing when it is full without a queue', { seatsLeft: 0, waitlistMode: null }, []],
    ['nothing when it is closed', { closed: true }, []],
    ['again after having cancelled', { myEnrollmentStatus: 'CANCELLED' as const }, ['enrol']],
    [
      'an answer to an invitation',
      { myEnrollmentStatus: 'INVITED' as const },
      ['enrol', 'decline'],
    ],
    [
      'no to an invitation, though it is closed',
      { myEnrollmentStatus: 'INVITED' as const, closed: true },
      ['decline'],
    ],
    ['to cancel', { myEnrollmentStatus: 'CONFIRMED' as const }, ['cancel']],
    [
      'to bring others',
      { myEnrollmentStatus: 'CONFIRMED' as const, maxGuests: 2 },
      ['change', 'cancel'],
    ],
    ['to leave the queue', { myEnrollmentStatus: 'WAITLISTED' as const }, ['leave']],
    [
      'what was offered',
      { myEnrollmentStatus: 'OFFERED' as const, closed: true },
      ['accept', 'decline-offer'],
    ],
    ['nothing to whom was said no', { myEnrollmentStatus: 'REJECTED' as const }, []],
  ])('is %s', (_, more, offers) => {
    expect(offersOf({ ...facts, ...more })).toEqual(offers);
  });
});

describe('once it has begun', () => {
  it.each(['CONFIRMED', 'PENDING', 'WAITLISTED', 'OFFERED'] as const)(
    'nobody who is %s gives it up',
    (myEnrollmentStatus) => {
      expect(offersOf({ ...facts, myEnrollmentStatus, closed: true }, true)).toEqual([]);
    },
  );
});

describe('who runs it', () => {
  it.each([
    ['CONFIRMED', ['checkin', 'noshow', 'remove']],
    ['PENDING', ['approve', 'reject']],
    ['WAITLISTED', ['promote', 'reject']],
    ['ATTENDED', ['undo']],
    ['CANCELLED', []],
  ] as const)('may with somebody who is %s', (status, verbs) => {
    expect(verbsOf(status)).toEqual(verbs);
  });
});
