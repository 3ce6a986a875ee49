import { IconFlag } from '@tabler/icons-react';
import { Link } from 'react-router';
import hidden from '@/components/spoken.module.css';
import { longDate } from '@/lib/dates.ts';
import { STAY } from '@/lib/stay.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { dateNumber, monthOf, weekdayOf, weekOf, weeksOfMonth } from '../days.ts';
import type { DayFacts } from '../facts.ts';
import { type Bar, barsOf, fitted, onDay } from '../layout.ts';
import { calendarPath } from '../paths.ts';
import { capital, weekdayName } from '../words.ts';
import { DayEntries } from './DayEntries.tsx';
import { BarsOfDay } from './EventChip.tsx';
import { EventMark, EventStrip } from './EventMark.tsx';
import classes from './month.module.css';
import { useDrag } from './useDrag.ts';
import type { ViewProps } from './view.ts';

/** Chips that a day shows; the rest is behind 'n till'. */
const ROOM = 3;
const SUNDAY = 7;

/** A month by weeks. On a phone the days show marks, and the chosen day's events stand below. */
export default function MonthView(props: ViewProps) {
  const { date, shown, factsOf, today, keys, pathOf = calendarPath } = props;
  const weeks = weeksOfMonth(date);
  const drag = useDrag(props);
  return (
    <div className={classes.month}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days are moved through by arrows is a grid
        role="grid"
        className={classes.grid}
        aria-label={props.label}
        {...keys}
        onPointerDown={drag.onPointerDown}
      >
        <thead>
          <tr className={classes.head}>
            <th scope="col" className={classes.weekHead}>
              <span aria-hidden="true">{texts.weekHead}</span>
              <span className={hidden.spoken}>{texts.views.week}</span>
            </th>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" data-red={weekdayOf(day) === SUNDAY || undefined}>
                {weekdayName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {weeks.map((days) => {
            const bars = barsOf(shown.entries, days);
            const { seen, rest } = fitted(bars, days.length, ROOM);
            const { week } = weekOf(days[0] ?? date);
            return (
              <tr key={days[0]} className={classes.week}>
                <th scope="row" className={classes.weekNumber}>
                  <Link
                    to={pathOf('week', days[0] ?? date)}
                    state={STAY}
                    tabIndex={-1}
                    preventScrollReset
                  >
                    <span className={hidden.spoken}>{texts.views.week} </span>
                    {week}
                  </Link>
                </th>
                {days.map((day, n) => (
                  <Day
                    key={day}
                    {...props}
                    day={day}
                    days={days}
                    bars={bars}
                    seen={seen}
                    rest={rest[n] ?? 0}
                    facts={factsOf(day)}
                    isToday={day === today}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <section className={classes.chosen} aria-label={texts.chosenDay}>
        <h3 className={classes.chosenTitle}>{capital(longDate(date))}</h3>
        <DayEntries {...props} day={date} facts={factsOf(date)} />
      </section>
    </div>
  );
}

type DayProps = ViewProps & {
  day: string;
  /** Its week. */
  days: readonly string[];
  bars: readonly Bar[];
  seen: ReadonlySet<Bar>;
  /** Behind 'n till'. */
  rest: number;
  facts: DayFacts;
  isToday: boolean;
};

function Day({ day, date, days, bars, seen, rest, facts, isToday, shown, ...on }: DayProps) {
  const entries = onDay(shown.entries, day);
  const red = facts.red || weekdayOf(day) === SUNDAY;
  const named = facts.names.map(({ name }) => name);
  const spoken = [longDate(day), ...named, texts.events(entries.length)].join(', ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of its days
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: in a grid it is a gridcell
    <td
      className={classes.day}
      data-day={day}
      data-outside={monthOf(day) !== monthOf(date) || undefined}
      data-today={isToday || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-selected={day === date}
      tabIndex={day === date ? 0 : -1}
      onClick={({ target, currentTarget }) => {
        if (!(target as Element).closest('button')) on.onPick(day, currentTarget);
      }}
      onDoubleClick={({ target, currentTarget }) => {
        if (!(target as Element).closest('button')) on.onCreate?.({ day }, currentTarget);
      }}
    >
      <span className={hidden.spoken}>{spoken}</span>
      <span className={classes.dayHead} aria-hidden="true">
        <span className={classes.number} data-red={red || undefined}>
          {dateNumber(day)}
        </span>
        {facts.flag && (
          <span className={classes.flag} title={`${texts.flagday}: ${facts.flag.name}`}>
            <IconFlag size={13} stroke={2} />
          </span>
        )}
        {facts.names[0] && (
          <span className={classes.fact} data-red={facts.red || undefined} title={named.join(', ')}>
            {facts.names[0].name}
          </span>
        )}
      </span>
      <span className={classes.lanes}>
        <BarsOfDay bars={bars} days={days} day={day} shown={shown} onOpen={on.onOpen} seen={seen} />
        {rest > 0 && (
          <button
            type="button"
            tabIndex={-1}
            className={classes.more}
            onClick={({ currentTarget }) => on.onOpenDay(day, currentTarget)}
          >
            {texts.more(rest)}
            <span className={hidden.spoken}> {longDate(day)}</span>
          </button>
        )}
      </span>
      {facts.namedays.length > 0 && (
        <span className={classes.namedays} title={texts.nameday} aria-hidden="true">
          {facts.namedays.join(', ')}
        </span>
      )}
      <Strips day={day} days={days} bars={bars} shown={shown} />
      <span className={classes.marks} aria-hidden="true">
        {entries
          .filter(({ first, last }) => first === last)
          .slice(0, ROOM)
          .map((entry) => (
            <EventMark key={entry.key} entry={entry} shown={shown} />
          ))}
      </span>
    </td>
  );
}

/** On a phone: what lasts for several days, as a line through them. */
function Strips({ day, days, bars, shown }: Pick<DayProps, 'day' | 'days' | 'bars' | 'shown'>) {
  const n = days.indexOf(day);
  const over = bars.filter(
    ({ entry: { first, last }, from, to, lane }) =>
      first !== last && lane < ROOM && from <= n && n <= to,
  );
  return (
    <span className={classes.strips} aria-hidden="true">
      {over.map((bar) => (
        <EventStrip key={bar.entry.key} bar={bar} day={day} shown={shown} />
      ))}
    </span>
  );
}
