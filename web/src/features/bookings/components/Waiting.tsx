import { Button } from '@mantine/core';
import { useId } from 'react';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import { priceWords } from '../money.ts';
import { whenOf } from '../times.ts';
import type { Booking } from '../types.ts';
import { useAct } from '../useAct.ts';
import classes from './day.module.css';

/** What waits for an answer, which one press gives. */
export function Waiting({ bookings }: { bookings: readonly Booking[] }) {
  const heading = useId();
  const { mutate, isPending, variables } = useAct();
  if (bookings.length === 0) return null;
  return (
    <section className={classes.waiting} aria-labelledby={heading}>
      <h2 id={heading}>{texts.waiting(bookings.length)}</h2>
      <ul className={classes.list}>
        {bookings.map((booking) => {
          const { idReservationExclusive: id, userName, bookableName, note, price } = booking;
          const what = `${userName}, ${bookableName}, ${whenOf(booking)}`;
          const isMine = isPending && variables.id === id;
          return (
            <li key={id} className={classes.asked}>
              <div>
                <p className={classes.strong}>
                  {userName} · {bookableName}
                </p>
                <p>
                  {whenOf(booking)} · {priceWords(price)}
                </p>
                {note && <p className={classes.faint}>{note}</p>}
              </div>
              <div className={classes.buttons}>
                {booking.abilities.includes('CONFIRM') && (
                  <Button
                    aria-label={texts.confirmOf(what)}
                    loading={isMine && variables.act === 'confirm'}
                    onClick={() => mutate({ id, act: 'confirm', said: texts.confirmed })}
                  >
                    {texts.confirm}
                  </Button>
                )}
                {booking.abilities.includes('DECLINE') && (
                  <Button
                    variant="default"
                    aria-label={texts.declineOf(what)}
                    loading={isMine && variables.act === 'decline'}
                    onClick={() => mutate({ id, act: 'decline', said: texts.declined })}
                  >
                    {texts.decline}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
