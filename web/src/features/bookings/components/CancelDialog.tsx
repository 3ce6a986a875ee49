import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { myBookingTexts as texts } from '@/texts/bookings.ts';
import { bookedAnew, bookingCalls } from '../api.ts';
import { cancelFee, kronor } from '../money.ts';
import { whenOf } from '../times.ts';
import type { Booking, BookingTerms, SeriesScope } from '../types.ts';
import classes from './bookings.module.css';
import { lower, momentWords } from './Price.tsx';
import { ScopeSelect } from './ScopeSelect.tsx';

/** Nothing is given up before it is said what that costs. */
export default function CancelDialog({
  booking,
  onClose,
}: {
  booking: Booking;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const cost = useId();
  const [scope, setScope] = useState<SeriesScope>('this');
  const { idReservationExclusive: id, price, terms } = booking;
  const cancel = useMutation({
    mutationFn: () =>
      bookingCalls.act(id, 'cancel', booking.idSeries === undefined ? {} : { scope }),
    onSuccess: async () => {
      toast({ type: 'success', message: texts.cancelled });
      onClose();
      await bookedAnew(client);
    },
  });
  return (
    <Dialog title={texts.cancelTitle} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.when}>{booking.bookableName}</p>
        <p>{whenOf(booking)}</p>
        <ScopeSelect booking={booking} value={scope} onChange={setScope} />
        <p id={cost}>{costWords(price, terms, Date.now())}</p>
        <FormAlert message={cancel.error && messageOf(cancel.error)} />
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus aria-describedby={cost} onClick={onClose}>
            {texts.keep}
          </Button>
          <Button color="red.9" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What giving a booking up costs, as it is said before. */
function costWords(price: number, terms: BookingTerms, now: number): string {
  if (price === 0) return texts.cost.nothing;
  const fee = cancelFee(price, terms, now);
  if (fee > 0) return texts.cost.fee(kronor(fee));
  if (terms.freeUntil === undefined || terms.share === 0) return texts.cost.nothing;
  return texts.cost.freeUntil(lower(momentWords(terms.freeUntil)));
}
