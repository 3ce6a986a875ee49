import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Dialog } from '@/components/Dialog.tsx';
import { bookingTexts, bookTexts as texts } from '@/texts/bookings.ts';
import { seriesTexts } from '@/texts/bookingsSeries.ts';
import { priceWords } from '../money.ts';
import { BOOKINGS } from '../paths.ts';
import { PENDING } from '../status.ts';
import { whenOf } from '../times.ts';
import type { Booked as Answer, Booking, SkippedBooking } from '../types.ts';
import classes from './bookings.module.css';
import { SkippedList } from './ClashList.tsx';

/** What was booked: one time, or a series with what was left out of it. */
export function Booked({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  const booked: Booking[] = 'booked' in answer ? answer.booked : [answer];
  const skipped: SkippedBooking[] = 'skipped' in answer ? answer.skipped : [];
  const [first] = booked;
  const isAsked = first?.flStatus === PENDING;
  const said = isAsked ? texts.requested : texts.booked;
  const counted = isAsked ? seriesTexts.requested : seriesTexts.booked;
  const sum = booked.reduce((total, { price }) => total + price, 0);
  return (
    <Dialog title={booked.length === 1 ? said : counted(booked.length)} onClose={onClose}>
      <div className={classes.form} role="status">
        <p className={classes.when}>{first?.bookableName}</p>
        <ul className={classes.plainList}>
          {booked.map((one) => (
            <li key={one.idReservationExclusive}>{whenOf(one)}</li>
          ))}
        </ul>
        <p>
          {texts.price}: <strong>{priceWords(sum)}</strong>
        </p>
        {skipped.length > 0 && (
          <>
            <p>{seriesTexts.skipped}</p>
            <SkippedList skipped={skipped} />
          </>
        )}
        {isAsked && <p>{texts.requestedText}</p>}
      </div>
      <div className={classes.buttons}>
        <Button component={Link} to={BOOKINGS} variant="default">
          {bookingTexts.mine}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  );
}
