import { Link } from 'react-router';
import hidden from '@/components/spoken.module.css';
import { longDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { dateNumber, monthOf, monthsOfYear, weekdayOf, weekOf, weeksOfMonth } from '../days.ts';
import { onDay } from '../layout.ts';
import { calendarPath } from '../paths.ts';
import { monthName, weekdayName } from '../words.ts';
import { EventMark } from './EventMark.tsx';
import type { ViewProps } from './view.ts';
import classes from './year.module.css';

const SUNDAY = 7;
const MARKS = 3;

/** Twelve months; a day shows whether something happens. */
export default function YearView(props: ViewProps) {
  const { date, label, keys } = props;
  return (
    <section className={classes.year} aria-label={label} {...keys}>
      {monthsOfYear(date).map((month) => (
        <Month key={month} {...props} month={month} />
      ))}
    </section>
  );
}

function Month({
  month,
  date,
  today,
  shown,
  factsOf,
  onPick,
  onOpenDay,
}: ViewProps & { month: string }) {
  const weeks = weeksOfMonth(month);
  const name = monthName(month);
  return (
    <section aria-label={name}>
      <h3 className={classes.name}>
        <Link to={calendarPath('month', month)} state={STAY} preventScrollReset>
          {name}
        </Link>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its days are moved through by arrows */}
      <table role="grid" className={classes.month} aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{texts.weekHead}</th>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col">
                <span aria-hidden="true">{weekdayName(day).charAt(0).toLocaleUpperCase('sv')}</span>
                <span className={hidden.spoken}>{weekdayName(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              <th scope="row">{weekOf(days[0] ?? month).week}</th>
              {days.map((day) => {
                if (monthOf(day) !== monthOf(month)) return <td key={day} />;
                const entries = onDay(shown.entries, day);
                const facts = factsOf(day);
                const names = facts.names.map((one) => one.name);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the year hears the keys of its days
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
                  <td
                    key={day}
                    className={classes.day}
                    data-day={day}
                    data-red={facts.red || weekdayOf(day) === SUNDAY || undefined}
                    data-today={day === today || undefined}
                    aria-current={day === today ? 'date' : undefined}
                    aria-selected={day === date}
                    title={names.join(', ') || undefined}
                    tabIndex={day === date ? 0 : -1}
                    onClick={({ currentTarget }) => {
                      onPick(day, currentTarget);
                      onOpenDay(day, currentTarget);
                    }}
                  >
                    <span className={hidden.spoken}>
                      {[longDate(day), ...names, texts.events(entries.length)].join(', ')}
                    </span>
                    <span className={classes.number} aria-hidden="true">
                      {dateNumber(day)}
                    </span>
                    <span className={classes.marks}>
                      {entries.slice(0, MARKS).map((entry) => (
                        <EventMark key={entry.key} entry={entry} shown={shown} />
                      ))}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
