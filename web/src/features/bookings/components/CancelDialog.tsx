import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/ApiError.ts';
import { Dialog } from '@/components/Dialog.tsx';
import { FormAlert } from '@/components/FormAlert.tsx';
import { toast } from '@/components/toast.ts';
import { myBookingTexts as texts } from '@/texts/bookings.ts';
import { bookableQuery, bookedAnew, bookingCalls, quoteQuery } from '../api.ts';
import { cancelFee, kronor, termsOf } from '../money.ts';
import { whenOf } from '../times.ts';
import type { Booking, BookingTerms } from '../types.ts';
import classes from './bookings.module.css';
import { lower, momentWords } from './Price.tsx';

/** Nothing is given up before it is said what that costs. */
export default function CancelDialog({
  booking,
  onClose,
}: {
  booking: Booking;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { idReservationExclusive: id, idBookable, start, end, price } = booking;
  const { idCustomerEntity: idEntity } = booking;
  const isFree = price === 0;
  // A booking does not say its terms: a price for the same time does.
  const quote = useQuery({
    ...quoteQuery({ idBookable, start, end, ...(idEntity && { idEntity }) }),
    enabled: !isFree,
  });
  const cancel = useMutation({
    mutationFn: () => bookingCalls.act(id, 'cancel'),
    onSuccess: async () => {
      toast({ type: 'success', message: texts.cancelled });
      onClose();
      await bookedAnew(client);
    },
  });
  // Of a time that cannot be booked any more there is no price: then what is booked says its terms.
  const bookable = useQuery({ ...bookableQuery(idBookable), enabled: quote.isError });
  const asking = !isFree && (quote.isPending || (quote.isError && bookable.isPending));
  const terms = quote.data?.terms ?? (bookable.data && termsOf(bookable.data.cancellation, start));
  const said = asking ? texts.cost.asking : costWords(price, terms, Date.now());
  return (
    <Dialog title={texts.cancelTitle} onClose={onClose}>
      <div className={classes.form}>
        <p className={classes.when}>{booking.bookableName}</p>
        <p>{whenOf(booking)}</p>
        <p role="status">{said}</p>
        <FormAlert message={cancel.error && messageOf(cancel.error)} />
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            color="red.9"
            loading={cancel.isPending}
            disabled={asking}
            onClick={() => cancel.mutate()}
          >
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What giving a booking up costs, as it is said before. */
export function costWords(price: number, terms: BookingTerms | undefined, now: number): string {
  if (price === 0) return texts.cost.nothing;
  if (!terms) return texts.cost.unknown;
  const fee = cancelFee(price, terms, now);
  if (fee > 0) return texts.cost.fee(kronor(fee));
  if (terms.freeUntil === undefined || terms.share === 0) return texts.cost.nothing;
  return texts.cost.freeUntil(lower(momentWords(terms.freeUntil)));
}
