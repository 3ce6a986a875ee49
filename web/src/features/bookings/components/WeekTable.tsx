import { capital, shortDate } from '@/lib/dates.ts';
import { dateNumber } from '@/lib/days.ts';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import { type Entry, isOn } from '../schedule.ts';
import { spanOf } from '../times.ts';
import type { ScheduleRow } from '../types.ts';
import classes from './day.module.css';

type WeekTableProps = {
  rows: readonly ScheduleRow[];
  days: readonly string[];
  entries: ReadonlyMap<number, Entry>;
  onOpen: (entry: Entry) => void;
};

/** On a desk: a week as a table, bookables by days. */
export function WeekTable({ rows, days, entries, onOpen }: WeekTableProps) {
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
            {days.map((day) => (
              <td key={day}>
                {taken
                  .filter((one) => isOn(one, day))
                  .map((one) => {
                    const entry = entries.get(one.idReservationExclusive ?? 0);
                    const words = (
                      <>
                        <strong>{spanOf(one)}</strong> {one.title}
                      </>
                    );
                    return entry?.booking ? (
                      <button
                        key={`${one.start} ${one.idReservationExclusive}`}
                        type="button"
                        className={classes.cell}
                        data-status={one.flStatus}
                        onClick={() => onOpen(entry)}
                      >
                        {words}
                      </button>
                    ) : (
                      <p key={`${one.start} ${one.title}`} className={classes.cell}>
                        {words}
                      </p>
                    );
                  })}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
