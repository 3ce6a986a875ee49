import { IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CardFrame } from '@/area/CardFrame.tsx';
import { cardTexts as texts } from '@/texts/cards.ts';
import { sharedBookingQuery } from '../api.ts';
import { BOOKINGS } from '../paths.ts';
import { whenOf } from '../times.ts';

/** A booking within a message: what it is of, where and when, and how it stands now. */
export default function BookingInMessage({ id }: { id: string }) {
  const { data: booking, error } = useQuery({ ...sharedBookingQuery(id), retry: false });
  return (
    <CardFrame
      icon={<IconCalendarCheck size={20} stroke={1.75} aria-hidden="true" />}
      kind={texts.booking}
      error={error}
      loading={!booking}
    >
      {booking && (
        <>
          <b dir="auto">{booking.bookableName}</b>
          <span>{whenOf(booking)}</span>
          <span dir="auto">
            <Link to={`/${booking.entitySlug}`}>{booking.entityName}</Link>
            {booking.place && ` · ${booking.place}`}
          </span>
          <span>{booking.statusText}</span>
          {booking.idReservationExclusive && <Link to={BOOKINGS}>{texts.ownBooking}</Link>}
        </>
      )}
    </CardFrame>
  );
}
