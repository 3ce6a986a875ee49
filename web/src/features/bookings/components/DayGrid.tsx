import { useNow } from '@/hooks/useNow.ts';
import { bookingTexts } from '@/texts/bookings.ts';
import { dayTexts as texts } from '@/texts/bookingsDay.ts';
import { type Axis, axisOf, hoursOf, lanesOf, onDay, placeOf } from '../schedule.ts';
import { clockOf, isoOf, spanOf } from '../times.ts';
import type { ScheduleBooking, ScheduleRow } from '../types.ts';
import classes from './day.module.css';

const MINUTE_MS = 60_000;

type DayGridProps = {
  rows: readonly ScheduleRow[];
  date: string;
  /** Opens a booking by its id. */
  onOpen: (id: number) => void;
};

/** On a desk: a day as a row for each bookable, with a line for now. */
export function DayGrid({ rows, date, onOpen }: DayGridProps) {
  const axis = axisOf(rows, date);
  const now = useNow(MINUTE_MS);
  const at = placeOf({ start: isoOf(now), end: isoOf(now + 1) }, axis);
  return (
    <section className={classes.grid} aria-label={texts.grid}>
      <div className={classes.gridRow} aria-hidden="true">
        <span />
        <div className={classes.hours}>
          {hoursOf(axis).map((hour) => (
            <span key={hour}>{clockOf(isoOf(hour)).slice(0, 2)}</span>
          ))}
        </div>
      </div>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.idBookable} className={classes.gridRow}>
            <h3 className={classes.rowName}>{row.name}</h3>
            <Line {...{ row, axis, date, onOpen }}>
              {at && <span className={classes.now} style={{ left: `${at.left}%` }} />}
            </Line>
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = Omit<DayGridProps, 'rows'> & {
  row: ScheduleRow;
  axis: Axis;
  children: React.ReactNode;
};

function Line({ row, axis, date, onOpen, children }: LineProps) {
  const placed = lanesOf(onDay(row.taken, date));
  const lanes = Math.max(1, ...placed.map(({ lane }) => lane + 1));
  return (
    <div
      className={classes.line}
      style={{ '--lanes': lanes, '--hours': hoursOf(axis).length } as React.CSSProperties}
    >
      {row.open.map((open) => {
        const place = placeOf(open, axis);
        return place && <span key={open.start} className={classes.open} style={percent(place)} />;
      })}
      {children}
      {placed.length === 0 && <span className={classes.nothing}>{texts.empty}</span>}
      {placed.map(({ item, lane }) => {
        const place = placeOf(item, axis);
        const id = item.idReservationExclusive;
        if (!place) return null;
        const style = { ...percent(place), '--lane': lane } as React.CSSProperties;
        return id !== undefined ? (
          <button
            key={`${item.start} ${lane}`}
            type="button"
            className={classes.taken}
            style={style}
            data-status={item.flStatus}
            aria-label={texts.details(spoken(item))}
            title={spoken(item)}
            onClick={() => onOpen(id)}
          >
            {item.title}
          </button>
        ) : (
          <span
            key={`${item.start} ${lane}`}
            className={classes.taken}
            style={style}
            title={spoken(item)}
          >
            {item.title}
          </span>
        );
      })}
    </div>
  );
}

const percent = ({ left, width }: { left: number; width: number }) => ({
  left: `${left}%`,
  width: `${width}%`,
});

/** 'Anna Ek, 14:00–15:00, Väntar på svar'. */
export const spoken = ({ title, start, end, flStatus }: ScheduleBooking): string =>
  [title, spanOf({ start, end }), flStatus !== undefined && bookingTexts.statuses[flStatus]]
    .filter(Boolean)
    .join(', ');
