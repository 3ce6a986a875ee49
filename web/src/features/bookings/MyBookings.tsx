import { IconCalendarCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { EmptyState } from '@/components/states.tsx';
import { bookingTexts, myBookingTexts as texts } from '@/texts/bookings.ts';
import { comingQuery } from './api.ts';
import { BookingCard } from './components/BookingCard.tsx';
import classes from './components/bookings.module.css';
import { BOOKINGS } from './paths.ts';
import { comingAndPast } from './schedule.ts';
import { todayHere } from './times.ts';

const FEW = 5;

/** On the start page: what one has booked next. */
export default function MyBookings() {
  const query = useInfiniteQuery(comingQuery(todayHere()));
  const all = query.data?.pages.flatMap(({ content }) => content) ?? [];
  const { coming } = comingAndPast(all, Date.now());
  return (
    <div className={classes.section}>
      <PagedList
        query={{ ...query, hasNextPage: false }}
        items={coming.slice(0, FEW)}
        keyOf={(booking) => booking.idReservationExclusive}
        row={(booking) => <BookingCard booking={booking} level="h2" />}
        label={bookingTexts.mine}
        empty={<EmptyState {...texts.none} icon={<IconCalendarCheck size={28} stroke={1.5} />} />}
      />
      <p className={classes.ways}>
        <Link to={BOOKINGS}>{texts.all}</Link>
      </p>
    </div>
  );
}
