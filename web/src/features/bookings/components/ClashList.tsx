import { Button } from '@mantine/core';
import { seriesTexts as texts } from '@/texts/bookingsSeries.ts';
import type { Clashes } from '../series.ts';
import { whenOf } from '../times.ts';
import type { SkippedBooking } from '../types.ts';
import classes from './bookings.module.css';

/** Times of a series, each with why it is not booked. */
export function SkippedList({ skipped }: { skipped: readonly SkippedBooking[] }) {
  return (
    <ul className={classes.plainList}>
      {skipped.map((one) => (
        <li key={one.start}>
          {whenOf(one)}: {texts.reasons[one.code] ?? one.code}
        </li>
      ))}
    </ul>
  );
}

type ClashListProps = { clashes: Clashes; count: number; pending: boolean; onSkip: () => void };

/** What of a series cannot be booked, and the way to book the rest. */
export function ClashList({ clashes, count, pending, onSkip }: ClashListProps) {
  const rest = count - clashes.conflicts.length;
  return (
    <div className={classes.lost} role="alert">
      <p>{texts.clashes}</p>
      <SkippedList skipped={clashes.conflicts} />
      <p>{clashes.canSkip ? texts.canSkip : texts.cannotSkip}</p>
      {clashes.canSkip && (
        <Button type="submit" loading={pending} onClick={onSkip}>
          {rest === 1 ? texts.skipOne : texts.skip(rest)}
        </Button>
      )}
    </div>
  );
}
