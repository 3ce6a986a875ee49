import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { loadWithin } from '@/lib/loadPart.ts';
import { loginPath } from '@/lib/nextPath.ts';
import { useSignedIn } from '@/lib/session.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import { writes } from '../calendars.ts';
import type { CalendarEvent } from '../types.ts';
import { useNow } from '../useCalendar.ts';
import type { Enrollment } from './api.ts';
import EnrollmentCard from './EnrollmentCard.tsx';
import classes from './enrollment.module.css';
import Occurrences from './Occurrences.tsx';
import { SeatFacts } from './SeatFacts.tsx';
import { useSeats } from './useSeats.ts';

const EnrolledList = lazy(() => loadWithin(() => import('./EnrolledList.tsx')));

type PartProps = {
  event: CalendarEvent;
  /** Which of its series; null: it is none, or none is named. */
  recurrenceId: string | null;
};

/** All about who comes to an event: oneself, and for who runs it everybody. */
export default function EnrollmentPart({ event, recurrenceId }: PartProps) {
  const signedIn = useSignedIn();
  const enrollment = event.enrollment as Enrollment | null;
  if (!enrollment) return null;
  if (event.rrule && !recurrenceId) return <Occurrences event={event} />;
  if (!signedIn) return <SignedOut enrollment={enrollment} />;
  return <SignedIn event={event} enrollment={enrollment} recurrenceId={recurrenceId} />;
}

function SignedOut({ enrollment }: { enrollment: Enrollment }) {
  const { pathname, search } = useLocation();
  return (
    <section className={classes.card} aria-labelledby="enrollment">
      <h2 id="enrollment">{texts.title}</h2>
      <SeatFacts enrollment={enrollment} />
      {!enrollment.closed && (
        <p>
          <Link to={loginPath(pathname + search)}>{texts.signIn}</Link>
        </p>
      )}
    </section>
  );
}

function SignedIn({ event, recurrenceId, enrollment }: PartProps & { enrollment: Enrollment }) {
  const now = useNow();
  const runs = writes(event);
  useSeats(event, recurrenceId, runs);
  const of = { eventUUID: event.eventUUID, recurrenceId };
  const begun = Date.parse(recurrenceId ?? event.start) <= now.getTime();
  return (
    <>
      <EnrollmentCard of={of} enrollment={enrollment} begun={begun} />
      {runs && (
        <Suspense>
          <EnrolledList of={of} event={event} />
        </Suspense>
      )}
    </>
  );
}
