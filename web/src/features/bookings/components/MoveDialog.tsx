import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { useSubmit } from '@/hooks/useSubmit.ts';
import { bookTexts as texts } from '@/texts/bookings.ts';
import { seriesTexts } from '@/texts/bookingsSeries.ts';
import { bookedAnew, bookingCalls, freeAnew, quoteQuery, slotsQuery } from '../api.ts';
import { priceWords } from '../money.ts';
import { type Clashes, clashesOf } from '../series.ts';
import { dateIn, endNear, endsOf, minutesOf, ms, whenOf } from '../times.ts';
import type { Bookable, Booking, SeriesScope, Slot } from '../types.ts';
import { isTaken } from './BookDialog.tsx';
import classes from './bookings.module.css';
import { SkippedList } from './ClashList.tsx';
import { EndSelect } from './EndSelect.tsx';
import { NearTimes } from './NearTimes.tsx';
import { Price } from './Price.tsx';
import { ScopeSelect } from './ScopeSelect.tsx';

type MoveDialogProps = {
  bookable: Bookable;
  booking: Booking;
  slot: Slot;
  onMoved: () => void;
  onClose: () => void;
};

const MINUTE_MS = 60_000;

/** A booking at another time, perhaps of another bookable, as long as it was where that goes: both are shown, and one step
 * moves it. */
export default function MoveDialog(props: MoveDialogProps) {
  const { bookable, booking, slot: first, onMoved, onClose } = props;
  const client = useQueryClient();
  const asLong = ms(first.start) + minutesOf(booking) * MINUTE_MS;
  const [{ slot, end }, setChosen] = useState({
    slot: first,
    end: endNear(endsOf(first, bookable), asLong),
  });
  const [lost, setLost] = useState(false);
  const [clashes, setClashes] = useState<Clashes>();
  const [scope, setScope] = useState<SeriesScope>('this');
  const span = { start: slot.start, end };
  const { idCustomerEntity: idEntity } = booking;
  const quote = useQuery(
    quoteQuery({ idBookable: bookable.idBookable, ...span, ...(idEntity && { idEntity }) }),
  );
  const isElsewhere = booking.idBookable !== bookable.idBookable;
  const known = quote.isPlaceholderData ? undefined : quote.data;

  function choose(next: { slot: Slot; end: string }) {
    setChosen(next);
    setLost(false);
    setClashes(undefined);
  }

  const form = useSubmit<Booking | null>({
    send: async () => {
      const { idReservationExclusive: id, version } = booking;
      try {
        return await bookingCalls.move(id, {
          ...span,
          version,
          ...(isElsewhere && { idBookable: bookable.idBookable }),
          ...(booking.idSeries !== undefined && { scope }),
        });
      } catch (refused) {
        const found = clashesOf(refused);
        setClashes(found);
        if (found) return null;
        if (!isTaken(refused)) throw refused;
        setLost(true);
        await freeAnew(client);
        return null;
      }
    },
    done: async (result) => {
      if (!result) return;
      await bookedAnew(client);
      toast({ type: 'success', message: texts.moved });
      onMoved();
    },
  });

  return (
    <Dialog title={texts.moveTitle(booking.bookableName)} onClose={onClose}>
      <form className={classes.form} onSubmit={form.submit} noValidate>
        <p>
          {texts.from}:{' '}
          <s>
            {isElsewhere && `${booking.bookableName}, `}
            {whenOf(booking)}
          </s>
        </p>
        <p>
          {texts.to}:{' '}
          <strong>
            {isElsewhere && `${bookable.name}, `}
            {whenOf(span)}
          </strong>
        </p>
        <EndSelect
          bookable={bookable}
          slot={slot}
          end={end}
          error={form.fieldError('end')}
          bare
          onChange={(chosen) => choose({ slot, end: chosen })}
        />
        <ScopeSelect
          booking={booking}
          value={scope}
          onChange={(wanted) => {
            setScope(wanted);
            setClashes(undefined);
          }}
        />
        {clashes && (
          <div className={classes.lost} role="alert">
            <p>{seriesTexts.moveClashes}</p>
            <SkippedList skipped={clashes.conflicts} />
          </div>
        )}
        {lost && (
          <NearTimes
            query={slotsQuery(
              { kind: 'bookables', id: bookable.idBookable },
              dateIn(slot.start),
              booking.idReservationExclusive,
            )}
            lengths={bookable}
            wanted={span}
            onChoose={(near, until) => choose({ slot: near, end: until })}
          />
        )}
        <Price quote={known} price={known?.price} pending={quote.isFetching} />
        {known && known.price !== booking.price && (
          <p className={classes.faint}>{texts.priceBefore(priceWords(booking.price))}</p>
        )}
        <FormAlert message={form.message} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.pending} disabled={lost}>
            {texts.move}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
