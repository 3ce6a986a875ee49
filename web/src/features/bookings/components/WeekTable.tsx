import { memo } from 'react';
import { capital, shortDate } from '@/lib/dates.ts';
import { dateNumber } from '@/lib/days.ts';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import { dayAxis, onDays } from '../schedule.ts';
import { spanOf } from '../times.ts';
import type { ScheduleBooking, ScheduleRow } from '../types.ts';
import classes from './day.module.css';

type WeekTableProps = {
  rows: readonly ScheduleRow[];
  days: readonly string[];
  /** Opens a booking by its id: the table holds none, so bookings that come later do not draw it again. */
  onOpen: (id: number) => void;
};

/** On a desk: a week as a table, bookables by days. */
export const WeekTable = memo(function WeekTable({ rows, days, onOpen }: WeekTableProps) {
  const axes = days.map(dayAxis);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.resource}</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {capital(shortDate(day)).slice(0, 3)} {dateNumber(day)}/{Number(day.slice(5, 7))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ idBookable, name, taken }) => (
          <tr key={idBookable}>
            <th scope="row">{name}</th>
            {onDays(taken, axes).map((spans, at) => (
              <td key={days[at]}>
                {spans.map((one) => (
                  <Cell
                    key={`${one.start} ${one.idReservationExclusive ?? one.title}`}
                    booking={one}
                    onOpen={onOpen}
                  />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** A time that is taken. Without an id it is none that the caller may open. */
function Cell({ booking, onOpen }: { booking: ScheduleBooking; onOpen: (id: number) => void }) {
  const { idReservationExclusive: id, title, flStatus } = booking;
  const words = (
    <>
      <strong>{spanOf(booking)}</strong> {title}
    </>
  );
  if (id === undefined) return <p className={classes.cell}>{words}</p>;
  return (
    <button
      type="button"
      className={classes.cell}
      data-status={flStatus}
      onClick={() => onOpen(id)}
    >
      {words}
    </button>
  );
}
