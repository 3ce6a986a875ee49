import { NativeSelect } from '@mantine/core';
import { bookTexts as texts } from '@/texts/bookings.ts';
import { clockOf, dateIn, endsOf, lengthOf, minutesOf, whenOf } from '../times.ts';
import type { Bookable, Slot } from '../types.ts';
import classes from './bookings.module.css';
import { momentWords } from './Price.tsx';

type EndSelectProps = {
  bookable: Bookable;
  slot: Slot;
  end: string;
  error: string | undefined;
  /** From when to when is said elsewhere. */
  bare?: boolean;
  onChange: (end: string) => void;
};

/** From when to when; the end is chosen where there are several. */
export function EndSelect({ bookable, slot, end, error, bare, onChange }: EndSelectProps) {
  const ends = endsOf(slot, bookable);
  const { start, name } = slot;
  if (ends.length <= 1) {
    if (bare && !error) return null;
    return (
      <p className={classes.when}>
        {whenOf({ start, end })}
        {name && ` · ${name}`}
        {error && <span className={classes.wrong}>{error}</span>}
      </p>
    );
  }
  const words = (one: string) => {
    const clock = dateIn(one) === dateIn(start) ? clockOf(one) : momentWords(one);
    return texts.until(clock, lengthOf(minutesOf({ start, end: one })));
  };
  return (
    <>
      {!bare && (
        <p className={classes.when}>
          {texts.begins}: {momentWords(start)}
          {name && ` · ${name}`}
        </p>
      )}
      <NativeSelect
        name="end"
        label={texts.ends}
        value={end}
        error={error}
        data={ends.map((one) => ({ value: one, label: words(one) }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}
