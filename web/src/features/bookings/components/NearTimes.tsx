import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mondayOf } from '@/lib/days.ts';
import { bookTexts as texts } from '@/texts/bookings.ts';
import { slotsQuery } from '../api.ts';
import { dateIn, nearest, whenOf } from '../times.ts';
import type { Bookable, Slot, TimeSpan } from '../types.ts';
import classes from './bookings.module.css';

type NearTimesProps = {
  bookable: Bookable;
  wanted: TimeSpan;
  /** The booking that is moved. */
  except?: number;
  onChoose: (slot: Slot, end: string) => void;
};

/** A time was taken meanwhile: says so, and offers the nearest of its week that are free. */
export function NearTimes({ bookable, wanted, except, onChoose }: NearTimesProps) {
  const monday = mondayOf(dateIn(wanted.start));
  const { data, isFetching } = useQuery(slotsQuery(bookable.idBookable, monday, except));
  const near = nearest(data?.content ?? [], wanted, bookable);
  return (
    <div className={classes.lost}>
      <p role="alert">{texts.overlap}</p>
      {!isFetching && near.length === 0 && <p role="status">{texts.noNear}</p>}
      {!isFetching && near.length > 0 && (
        <fieldset className={classes.near}>
          <legend>{texts.near}</legend>
          {near.map(({ slot, end }) => (
            <Button key={slot.start} variant="default" onClick={() => onChoose(slot, end)}>
              {whenOf({ start: slot.start, end })}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
