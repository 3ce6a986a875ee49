import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { PlaceName } from '@/area/PlaceName.tsx';
import { ShareButton } from '@/area/ShareButton.tsx';
import { loadPart } from '@/lib/loadPart.ts';
import { myBookingTexts as texts } from '@/texts/bookings.ts';
import { kronor, priceWords } from '../money.ts';
import { bookPath } from '../paths.ts';
import { PENDING } from '../status.ts';
import { dateIn, whenOf } from '../times.ts';
import type { Booking } from '../types.ts';
import classes from './bookings.module.css';

const CancelDialog = lazy(() => loadPart(() => import('./CancelDialog.tsx')));

/** Given up, declined, over, not come to. */
const OVER = [2, 4, 6, 7];
const EXPIRED = 'EXPIRED';

type BookingCardProps = { booking: Booking; level?: 'h2' | 'h3' };

/** A booking of one's own: when, where, how it stands, what it costs, and what may be done with it. */
export function BookingCard({ booking, level: Heading = 'h3' }: BookingCardProps) {
  const [cancelling, setCancelling] = useState(false);
  const { bookableName, place, entityName, entitySlug, flStatus, statusText, price, fee } = booking;
  const { idReservationExclusive: id, idBookable, reason, abilities } = booking;
  const what = `${bookableName}, ${whenOf(booking)}`;
  const move = bookPath(entitySlug, {
    bookable: idBookable,
    date: dateIn(booking.start),
    move: id,
  });
  const isPending = flStatus === PENDING;
  const isAhead = !OVER.includes(flStatus);
  return (
    <article className={classes.card} aria-label={what}>
      <div className={classes.cardHead}>
        <Heading>{whenOf(booking)}</Heading>
        <span
          className={classes.status}
          data-waiting={isPending || undefined}
          data-over={!isAhead || undefined}
        >
          {statusText}
        </span>
      </div>
      <p>
        {bookableName} {texts.at}{' '}
        <Link className={classes.place} to={`/${entitySlug}`}>
          {entityName}
        </Link>
      </p>
      {place && (
        <p>
          <PlaceName name={place} idInfopoint={booking.idInfopoint} />
        </p>
      )}
      <p className={classes.faint}>
        {priceWords(price)}
        {fee !== price && fee > 0 && ` · ${texts.fee(kronor(fee))}`}
      </p>
      {reason && (
        <p className={classes.faint}>{reason === EXPIRED ? texts.expired : texts.reason(reason)}</p>
      )}
      {(isAhead || abilities.includes('MOVE') || abilities.includes('CANCEL')) && (
        <div className={classes.actions}>
          {isAhead && (
            <ShareButton
              card={{ type: 'BOOKING', id: booking.shareId }}
              what={texts.shared}
              label={texts.share}
              name={texts.shareOf(what)}
            />
          )}
          {abilities.includes('MOVE') && (
            <Button component={Link} to={move} variant="default" aria-label={texts.moveOf(what)}>
              {texts.move}
            </Button>
          )}
          {abilities.includes('CANCEL') && (
            <Button
              variant="default"
              aria-label={isPending ? texts.withdrawOf(what) : texts.cancelOf(what)}
              onClick={() => setCancelling(true)}
            >
              {isPending ? texts.withdraw : texts.cancel}
            </Button>
          )}
        </div>
      )}
      {cancelling && (
        <Suspense>
          <CancelDialog booking={booking} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </article>
  );
}
