import { Button } from '@mantine/core';
import { bookingTexts } from '@/texts/bookings.ts';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import type { Entry } from '../schedule.ts';
import { hasCome, spanOf } from '../times.ts';
import { useAct } from '../useAct.ts';
import classes from './day.module.css';

type DayListProps = { entries: readonly Entry[]; label: string; onOpen: (id: number) => void };

/** A day's bookings by time, with what the door needs: who comes, who has come, who has not. */
export function DayList({ entries, label, onOpen }: DayListProps) {
  if (entries.length === 0) return <p className={classes.faint}>{texts.empty}</p>;
  return (
    <ul className={classes.list} aria-label={label}>
      {entries.map((entry) => (
        <li
          key={`${entry.idReservationExclusive ?? entry.idBookable} ${entry.start}`}
          className={classes.entry}
        >
          <Row entry={entry} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function Row({ entry, onOpen }: { entry: Entry; onOpen: (id: number) => void }) {
  const { mutate, isPending, variables } = useAct();
  const { booking, title, bookableName, flStatus } = entry;
  const what = `${title}, ${bookableName}, ${spanOf(entry)}`;
  const status = booking?.statusText ?? bookingTexts.statuses[flStatus ?? 0];
  const isDue = hasCome(entry);
  const may = (ability: 'CHECK_IN' | 'CHECK_OUT') => isDue && booking?.abilities.includes(ability);
  return (
    <>
      <span className={classes.time}>{spanOf(entry)}</span>
      <div className={classes.who}>
        <p className={classes.strong}>{title}</p>
        <p className={classes.faint}>
          {bookableName}
          {status && ` · ${status}`}
        </p>
      </div>
      {booking && (
        <div className={classes.buttons}>
          {may('CHECK_IN') && (
            <Button
              variant="light"
              aria-label={texts.checkInOf(what)}
              loading={isPending && variables.act === 'checkin'}
              onClick={() =>
                mutate({
                  id: booking.idReservationExclusive,
                  act: 'checkin',
                  said: texts.checkedIn,
                })
              }
            >
              {texts.checkIn}
            </Button>
          )}
          {may('CHECK_OUT') && (
            <Button
              variant="light"
              aria-label={texts.checkOutOf(what)}
              loading={isPending && variables.act === 'checkout'}
              onClick={() =>
                mutate({
                  id: booking.idReservationExclusive,
                  act: 'checkout',
                  said: texts.checkedOut,
                })
              }
            >
              {texts.checkOut}
            </Button>
          )}
          <Button
            variant="subtle"
            aria-label={texts.details(what)}
            onClick={() => onOpen(booking.idReservationExclusive)}
          >
            {texts.show}
          </Button>
        </div>
      )}
    </>
  );
}
