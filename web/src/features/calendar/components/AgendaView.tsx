import { Button } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import { EmptyState } from '@/components/states.tsx';
import { longDate } from '@/lib/dates.ts';
import { calendarTexts as texts } from '@/texts/calendar.ts';
import { daysOf, spanOf, weekOf } from '../days.ts';
import { onDay } from '../layout.ts';
import { capital } from '../words.ts';
import classes from './agenda.module.css';
import { EventLines } from './EventLines.tsx';
import { FactLine } from './FactLine.tsx';
import type { ViewProps } from './view.ts';

/** What comes, day by day; days on which nothing happens are left out. */
export default function AgendaView(props: ViewProps) {
  const { date, today, shown, factsOf, keys, label, onOpen, onCreate } = props;
  const days = daysOf(spanOf('agenda', date));
  const full = days.filter(
    (day) => day === date || onDay(shown.entries, day).length > 0 || factsOf(day).red,
  );
  const nothing = days.every((day) => onDay(shown.entries, day).length === 0);
  return (
    <section className={classes.agenda} aria-label={label} {...keys}>
      {full.map((day) => {
        const entries = onDay(shown.entries, day);
        return (
          <section
            key={day}
            className={classes.day}
            aria-labelledby={`day-${day}`}
            data-today={day === today || undefined}
          >
            <h3
              id={`day-${day}`}
              className={classes.head}
              data-day={day}
              tabIndex={day === date ? 0 : -1}
            >
              {capital(longDate(day))}
              <span className={classes.week}>{texts.week(weekOf(day).week)}</span>
            </h3>
            <FactLine facts={factsOf(day)} />
            <EventLines
              entries={entries}
              calendars={shown.calendars}
              day={day}
              onOpen={onOpen}
              tabIndex={-1}
            />
          </section>
        );
      })}
      {nothing && (
        <EmptyState
          title={texts.nothingAhead}
          text={texts.nothingAheadText}
          icon={<IconCalendarSearch size={28} stroke={1.5} />}
        >
          {onCreate && (
            <Button onClick={({ currentTarget }) => onCreate({ day: date }, currentTarget)}>
              {texts.create}
            </Button>
          )}
        </EmptyState>
      )}
    </section>
  );
}
