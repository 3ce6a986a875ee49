import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { bookTexts as texts } from '@/texts/bookings.ts';
import type { SlotsQuery } from '../api.ts';
import { type Lengths, nearest, whenOf } from '../times.ts';
import type { Slot, TimeSpan } from '../types.ts';
import classes from './bookings.module.css';

type NearTimesProps = {
  /** The times of the week of what is wanted. */
  query: SlotsQuery;
  /** How long they may be. */
  lengths: Lengths;
  wanted: TimeSpan;
  onChoose: (slot: Slot, end: string) => void;
};

/** A time was taken meanwhile: says so, and offers the nearest of its week that are free. */
export function NearTimes(props: NearTimesProps) {
  return (
    <div className={classes.lost}>
      <p role="alert">{texts.overlap}</p>
      <NearChoices {...props} />
    </div>
  );
}

/** The free times of the week that are nearest to the one that is wanted. */
export function NearChoices({ query, lengths, wanted, onChoose }: NearTimesProps) {
  const { data, isFetching } = useQuery(query);
  const near = nearest(data?.content ?? [], wanted, lengths);
  if (isFetching) return null;
  if (near.length === 0) return <p role="status">{texts.noNear}</p>;
  return (
    <fieldset className={classes.near}>
      <legend>{texts.near}</legend>
      {near.map(({ slot, end }) => (
        <Button key={slot.start} variant="default" onClick={() => onChoose(slot, end)}>
          {whenOf({ start: slot.start, end })}
        </Button>
      ))}
    </fieldset>
  );
}
