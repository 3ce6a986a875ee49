import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useSignedIn } from '@/lib/session.ts';
import { bookingTexts as texts } from '@/texts/bookings.ts';
import { myDayQuery } from './api.ts';
import classes from './components/bookings.module.css';
import { BOOKINGS } from './paths.ts';
import { spanOf } from './times.ts';

/** In the calendar: what one has booked on a day. */
export default function BookingsOfDay({ day }: { day: string }) {
  const { data = [] } = useQuery({ ...myDayQuery(day), enabled: useSignedIn() });
  if (data.length === 0) return null;
  return (
    <ul className={classes.ofDay} aria-label={texts.mine}>
      {data.map((one) => (
        <li key={one.idReservationExclusive}>
          <Link to={BOOKINGS}>
            {spanOf(one)} {one.bookableName}
          </Link>
        </li>
      ))}
    </ul>
  );
}
