import { IconCalendarCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PagedList } from '@/area/PagedList.tsx';
import { Slot } from '@/area/Slot.tsx';
import { OfflineNote } from '@/components/OfflineNote.tsx';
import { EmptyState } from '@/components/states.tsx';
import { myEntitiesQuery } from '@/features/accounts/api.ts';
import { usePageTitle } from '@/hooks/usePageTitle.ts';
import { bookingTexts, myBookingTexts as texts } from '@/texts/bookings.ts';
import { BookingCard } from './components/BookingCard.tsx';
import classes from './components/bookings.module.css';
import { Queues } from './components/Queues.tsx';
import { bookPath } from './paths.ts';
import type { Booking } from './types.ts';
import { useMine } from './useMine.ts';

const keyOf = (booking: Booking) => booking.idReservationExclusive;
const row = (booking: Booking) => <BookingCard booking={booking} />;

/** All that there is of it comes at once. */
const noPages = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };

/** /bookings: what one has booked, what comes first; and where one may book more. */
export default function BookingsPage() {
  const { coming, past, lists } = useMine();
  usePageTitle(bookingTexts.mine);
  return (
    <div className={classes.page}>
      <h1 className={classes.title} tabIndex={-1}>
        {bookingTexts.mine}
      </h1>
      <p className={classes.lead}>{bookingTexts.lead}</p>
      {lists.coming.length > 0 && <OfflineNote text={bookingTexts.offline} />}
      <Slot name="bookings" props={{}} />
      <section className={classes.section} aria-labelledby="coming">
        <h2 id="coming">{texts.coming}</h2>
        <PagedList
          query={coming}
          items={lists.coming}
          keyOf={keyOf}
          row={row}
          label={texts.coming}
          empty={<EmptyState {...texts.none} icon={<IconCalendarCheck size={28} stroke={1.5} />} />}
        />
      </section>
      <Queues />
      <Places />
      <section className={classes.section} aria-labelledby="past">
        <h2 id="past">{texts.past}</h2>
        {lists.past.length === 0 && past.data ? (
          <p className={classes.faint}>{texts.nonePast}</p>
        ) : (
          <PagedList
            query={{ ...past, ...noPages }}
            items={lists.past}
            keyOf={keyOf}
            row={row}
            label={texts.past}
            empty={null}
          />
        )}
      </section>
    </div>
  );
}

/** Where one books: at the organisations that one belongs to. */
function Places() {
  const { data = [] } = useQuery(myEntitiesQuery);
  if (data.length === 0) return null;
  return (
    <nav className={classes.section} aria-labelledby="places">
      <h2 id="places">{texts.where}</h2>
      <p className={classes.ways}>
        {data.map(({ idEntity, entityName, entitySlug }) => (
          <Link key={idEntity} to={bookPath(entitySlug)}>
            {entityName}
          </Link>
        ))}
      </p>
    </nav>
  );
}
