/** What somebody is offered to do about an event, by what they are to it. Pure. */
import type { Enrollment, EnrollmentStatus, Verb } from './api.ts';

export type Offer =
  | 'enrol'
  | 'join'
  | 'change'
  | 'cancel'
  | 'leave'
  | 'accept'
  | 'decline'
  | 'decline-offer';

/** Whoever is neither in nor asked. */
const OUT: EnrollmentStatus[] = ['NONE', 'DECLINED', 'CANCELLED', 'OFFER_EXPIRED'];

type Facts = Pick<
  Enrollment,
  | 'myEnrollmentStatus'
  | 'closed'
  | 'seatsLeft'
  | 'waiting'
  | 'waitlistMode'
  | 'maxGuests'
  | 'questions'
>;

/** The first is the one that they will most likely want. `begun`: nobody gives up a place any more. */
export function offersOf(facts: Facts, begun = false): Offer[] {
  const { myEnrollmentStatus: mine, closed, seatsLeft, waiting, waitlistMode } = facts;
  if (mine === 'OFFERED') return begun ? [] : ['accept', 'decline-offer'];
  const full = (seatsLeft !== null && seatsLeft <= 0) || waiting > 0;
  const may: Offer[] = closed ? [] : !full ? ['enrol'] : waitlistMode ? ['join'] : [];
  if (OUT.includes(mine)) return may;
  if (mine === 'INVITED') return [...may, 'decline'];
  const asks = facts.maxGuests > 0 || facts.questions.length > 0;
  const change: Offer[] = asks && !closed ? ['change'] : [];
  if (begun) return [];
  if (mine === 'WAITLISTED') return [...change, 'leave'];
  if (mine === 'CONFIRMED' || mine === 'PENDING') return [...change, 'cancel'];
  return [];
}

/** What who runs it may do with somebody; the first is the one that they will most likely want. */
export function verbsOf(status: EnrollmentStatus): Verb[] {
  switch (status) {
    case 'PENDING':
      return ['approve', 'reject'];
    case 'WAITLISTED':
      return ['promote', 'reject'];
    case 'OFFERED':
      return ['reject'];
    case 'CONFIRMED':
      return ['checkin', 'noshow', 'remove'];
    case 'ATTENDED':
      return ['undo'];
    case 'NO_SHOW':
      return ['checkin', 'undo'];
    case 'INVITED':
      return ['remove'];
    default:
      return [];
  }
}
