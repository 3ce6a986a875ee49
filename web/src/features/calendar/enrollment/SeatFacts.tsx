import { fullTime } from '@/lib/times.ts';
import { enrollmentTexts as texts } from '@/texts/enrollment.ts';
import type { Enrollment } from './api.ts';
import classes from './enrollment.module.css';

/** How it stands with an event's places. */
export function SeatFacts({ enrollment }: { enrollment: Enrollment }) {
  const { capacity, seatsLeft, taken, waiting, deadline, closed } = enrollment;
  return (
    <ul className={classes.facts}>
      <li>
        {capacity === null || seatsLeft === null
          ? texts.coming(taken)
          : texts.seats(seatsLeft, capacity)}
      </li>
      {waiting > 0 && <li>{texts.waiting(waiting)}</li>}
      {closed && enrollment.myEnrollmentStatus !== 'OFFERED' ? (
        <li>{texts.closed}</li>
      ) : (
        deadline && <li>{texts.deadline(fullTime(deadline))}</li>
      )}
      {enrollment.requiresApproval && !closed && <li>{texts.approval}</li>}
    </ul>
  );
}
